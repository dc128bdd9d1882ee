import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBackupMessages } from '#features/dashboard/last-backup.ts'
import { signInAsAdmin, signInNewCustomer, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const KEY = 'nine hairpins up the ghat'
const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-restored-'))
const restored = join(folder, 'data')
const archives = join(folder, 'archives')
/** A separate shop, because other tests change the shared one meanwhile. */
let shop: RunningShop
beforeAll(async () => {
  shop = await startShop({ env: { DEMO: 'off' } })
})
afterAll(async () => {
  await shop?.stop()
  rmSync(folder, { recursive: true, force: true })
})

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

/** Excludes rows that the running shop writes by itself. */
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

async function addCategoryWithPicture(owner: HttpClient) {
  const form = new FormData()
  form.set('intent', 'add')
  form.set('name', 'Kept Things')
  form.set('image', new File([new Uint8Array(await createPhoto())], 'photo.jpg', { type: 'image/jpeg' }))
  const headers = { origin: owner.url }
  const answer = await owner.fetch('/admin/categories?add=category', { method: 'POST', body: form, headers })
  expect(answer.status).toBe(302)
}

/** platform/backup/backup.sql.test.ts covers refusals, and a backup while orders are placed. */
test(
  'BACKUP-1 BACKUP-5 a shop that runs is backed up and restored elsewhere: no row and no picture differs',
  { timeout: 600_000 },
  async () => {
    const db = connectToShopDatabase(shop.dataDir)
    const product = await insertProduct(db, { name: 'Pepper\twith\\tabs\nand lines', stock: 100 })
    const customer = await signInNewCustomer(shop.url)
    await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
    await addCategoryWithPicture(await signInAsAdmin(shop.url))
    const backup = await run('backup', [], { DATA_DIR: shop.dataDir })
    expect(backup).toMatchObject({ code: 0, errorOutput: '' })
    expect(backup.output).toMatch(
      /^\d+ rows and \d+ pictures are in \S+\.tar\.gz\.enc \(.*\); it was read back\.$/m,
    )
    expect(backup.output).toMatch(/^DATA_DIR\/secret is in it/m)
    const file = join(archives, readdirSync(archives)[0]!)
    expect(backup.output).toContain(file)
    const expected = await readRows(db)
    await db.close()

    expect(await run('restore', [file, '--dry-run'], { DATA_DIR: restored })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The backup of .* is complete: \d+ rows in/),
    })
    expect(await run('restore', [file], { DATA_DIR: shop.dataDir })).toEqual({
      code: 1,
      output: '',
      errorOutput: expect.stringMatching(/^DATA_DIR .* holds data already \(postgres, storage, secret/),
    })
    expect((await run('restore', [], { DATA_DIR: restored })).code).toBe(2)
    expect(await run('restore', [file], { DATA_DIR: restored })).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^The shop is as it was at .*, all compared\. Start it with the same DATA_DIR and settings as this command: npm start\.[^]*\nDATA_DIR\/secret was restored\./,
      ),
    })
    expect(pictures(restored)).toEqual(pictures(shop.dataDir))
    expect(pictures(restored).length).toBeGreaterThanOrEqual(3)
    for (const name of pictures(restored)) {
      const of = (dataDir: string) => readFileSync(join(dataDir, 'storage', 'product-images', name))
      expect(of(restored).equals(of(shop.dataDir)), name).toBe(true)
    }
    expect(readFileSync(join(restored, 'secret'))).toEqual(readFileSync(join(shop.dataDir, 'secret')))

    const other = await startShop({ dataDir: restored, env: { DEMO: 'off' } })
    const copy = connectToShopDatabase(restored)
    try {
      expect(await readRows(copy)).toEqual(expected)
      expect(
        await copy.query(`select from outbox where sent_at is null and available_at < 'infinity'`),
      ).toEqual([])
      expect(await findInconsistencies(copy)).toEqual([])
      const admin = await signInAsAdmin(other.url)
      expect(await admin.html('/admin/dashboard')).toContain(lastBackupMessages.none)
    } finally {
      await copy.close()
      await other.stop()
    }
  },
)
