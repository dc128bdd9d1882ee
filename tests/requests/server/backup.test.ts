import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { lastBackupMessages } from '#shop/reports/dashboard/last-backup.ts'
import { signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm } from '#tests/fixtures/orders/checkout-requests.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'

const KEY = 'nine hairpins up the ghat'
const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-restored-'))
const restored = join(folder, 'data')
const archives = join(folder, 'archives')
const shop = { url: inject('shopUrl'), dataDir: inject('shopDataDirectory') }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(command: 'backup' | 'restore', words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`scripts/backup-command/${command}-command.ts`, ...words], {
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), BACKUP_KEY: KEY, BACKUP_DIR: archives, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errorOutput, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(output + errorOutput, 'no stack').not.toMatch(/^\s+at |node:internal|Error:/m)
  return { code, output: output.trim(), errorOutput: errorOutput.trim() }
}

/** Rows that the running shop writes by itself are left out. */
const WRITTEN_MEANWHILE = [
  'cache_nodes',
  'outbox',
  'backups',
  'access_events',
  'definitions',
  'definition_history',
  'built_assets',
  'rate_limit',
  'session',
]
async function readRows(db: DatabaseClient) {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', n.nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'accounts', 'ninth_bend') and relname <> all ($1) order by 1`,
    [WRITTEN_MEANWHILE],
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = await db.query(
      `select count(*)::int, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    )
  return rows
}

const pictures = (dataDir: string) => {
  const storage = join(dataDir, 'storage', 'product-images')
  const files = readdirSync(storage, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(storage.length))
    .filter((name) => !name.endsWith('@share.jpg'))
    .toSorted()
}

test(
  'BACKUP-1 BACKUP-5 a shop that takes orders is backed up and restored elsewhere: no row and no picture differs',
  { timeout: 600_000 },
  async () => {
    const db = connectToShopDatabase(shop.dataDir)
    const [product] = await db.query<TestProduct>(
      'select id, name, price::float8 as price, stock from products where stock > 50 limit 1',
    )
    const customer = await signInNewCustomer(shop.url)
    const backingUp = new AbortController()
    let placed = 0
    const ordering = (async () => {
      do {
        const form = {
          ...createCheckoutForm([{ product: product!, quantity: 1 }]),
          idempotency_key: randomUUID(),
        }
        await customer.submit('/checkout', form)
        placed += 1
      } while (!backingUp.signal.aborted)
    })()
    const underLoad = await run('backup', [], { DATA_DIR: shop.dataDir })
    backingUp.abort()
    await ordering
    expect(underLoad).toMatchObject({ code: 0, errorOutput: '' })
    expect(underLoad.output).toMatch(
      /^\d+ rows and \d+ pictures are in \S+\.tar\.gz\.enc \(.*\); it was read back\.$/m,
    )
    const [fileUnderLoad = ''] = readdirSync(archives)
    expect(placed).toBeGreaterThan(1)

    const quiet = await run('backup', [], { DATA_DIR: shop.dataDir })
    const file = join(archives, readdirSync(archives).toSorted().at(-1)!)
    expect(quiet.output).toContain(file)
    expect(quiet.output).toMatch(/^DATA_DIR\/secret is in it/m)
    const counted = await run('restore', [file, '--dry-run'], { DATA_DIR: restored })
    expect(counted).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The backup of .* is complete: \d+ rows in/),
    })

    for (const [name, env, refusal] of [
      [file, { DATA_DIR: shop.dataDir }, /^DATA_DIR .* holds data already \(postgres, storage, secret/],
      [
        file,
        { DATA_DIR: restored, BACKUP_KEY: 'another key of the shop' },
        /^BACKUP_KEY does not open this archive/,
      ],
      [join(folder, 'none'), { DATA_DIR: restored }, /cannot be read \(ENOENT\)\.$/],
    ] as const)
      expect(await run('restore', [name], env)).toEqual({
        code: 1,
        output: '',
        errorOutput: expect.stringMatching(refusal),
      })
    expect((await run('restore', [], { DATA_DIR: restored })).code).toBe(2)

    expect(await run('restore', [file], { DATA_DIR: restored })).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^The shop is as it was at .*, all compared\. Start it with the same DATA_DIR and settings as this command: npm start\.[^]*\nDATA_DIR\/secret was restored\./,
      ),
    })
    const expected = await readRows(db)
    expect(pictures(restored)).toEqual(pictures(shop.dataDir))
    for (const name of pictures(restored)) {
      const of = (dataDir: string) => readFileSync(join(dataDir, 'storage', 'product-images', name))
      expect(of(restored).equals(of(shop.dataDir)), name).toBe(true)
    }
    expect(readFileSync(join(restored, 'secret'))).toEqual(readFileSync(join(shop.dataDir, 'secret')))
    await db.close()

    const other = await startShop({ dataDir: restored })
    const copy = connectToShopDatabase(restored)
    try {
      expect(await readRows(copy)).toEqual(expected)
      expect(
        await copy.query(`select from outbox where sent_at is null and available_at < 'infinity'`),
      ).toEqual([])
      const admin = await signInAsAdmin(other.url)
      expect(await admin.html('/admin/dashboard')).toContain(lastBackupMessages.none)
    } finally {
      await copy.close()
      await other.stop()
    }

    const second = join(folder, 'second')
    const withSecret = { DATA_DIR: second, SESSION_SECRET: 'pepper'.repeat(8) }
    expect(await run('restore', [join(archives, fileUnderLoad)], withSecret)).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        'SESSION_SECRET is set, so the DATA_DIR/secret of the backup is not used.',
      ),
    })
    const loaded = await startShop({ dataDir: second })
    const checked = connectToShopDatabase(second)
    try {
      expect(await findInconsistencies(checked)).toEqual([])
    } finally {
      await checked.close()
      await loaded.stop()
    }
  },
)
