import { randomBytes } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { folderPictureStore } from '#platform/picture-store/folder-picture-store.server.ts'
import { productPictureKey } from '#shop/picture-key.ts'
import { preparePicture, type PreparedPicture } from '#features/pictures/picture-pipeline.server.ts'
import {
  removePicture,
  removePicturesAfterBackup,
  storePicture,
} from '#features/pictures/store-picture.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readSettings } from '#platform/settings/environment-settings.ts'
import {
  createTestShop,
  findInconsistencies,
  insertCustomer,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { loadArchive } from './restore/load-archive.ts'
import { checkDatabase, restoreBackup } from './restore/restore-backup.ts'
import { runBackup } from './run-backup.ts'
import { findArchive } from './store/open-archive-store.ts'

const KEY = 'nine hairpins up the ghat'
let database: TestDatabase
let address: string
let shop: ShopDependencies
let product: TestProduct
let picture: PreparedPicture
let folder: string
let dataDirectory: string
const keyOf = (number: number) => productPictureKey('honey', 'forest', new Date(number))

beforeAll(async () => {
  database = await createTestDatabase()
  const { connectionString } = database
  const name = new URL(
    typeof connectionString === 'string' ? connectionString : connectionString.visitor,
  ).pathname.slice(1)
  address = withDatabaseName(inject('testServer').template, name)
  folder = mkdtempSync(join(tmpdir(), 'ninth-bend-backup-'))
  dataDirectory = join(folder, 'data')
  const pictures = folderPictureStore(join(dataDirectory, 'storage', 'product-images'))
  shop = createTestShop(database, { pictures })
  const upload = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f5d3a' } })
    .png()
    .toBuffer()
  const prepared = await preparePicture(upload)
  if (!prepared.ok) throw new Error(prepared.refusal.code)
  picture = prepared.value
  for (const number of [1, 2, 3]) await storePicture(shop, keyOf(number), picture)
  writeFileSync(join(dataDirectory, 'secret'), 'pepper'.repeat(8))
  product = await insertProduct(database, { stock: 10_000, name: 'Pepper\twith\\tabs\nand lines' })
  for (let count = 0; count < 5; count++) await insertOrder(database, { lines: [{ product, quantity: 1 }] })
  await insertCustomer(database, { full_name: 'Zoë “Quill” O’Brien' })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const settingsOf = (environment: Record<string, string>) => {
  const read = readSettings({ DATA_DIR: dataDirectory, ...environment })
  if (!read.ok) throw new Error(read.refusal.problems.join('\n'))
  return read.value
}

const backUp = (environment: Record<string, string> = {}) =>
  runBackup({ settings: settingsOf(environment), address })

/** Restores into a separate database and data directory. */
async function restore(location: string, environment: Record<string, string> = {}) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const target = withDatabaseName(inject('testServer').template, name)
  await administer(`create database ${name} owner ${new URL(target).username}`)
  const elsewhere = join(folder, name)
  const settings = settingsOf({ DATA_DIR: elsewhere, DATABASE_URL: target, ...environment })
  const archive = findArchive(settings, location)
  const restoring = () =>
    restoreBackup({ read: () => archive.store.read(archive.name), key: settings.backup.key }, settings, {
      sendsWaitingEmails: environment['SENDS'] === 'yes',
    })
  return { restoring, target, elsewhere, drop: () => administer(`drop database ${name} with (force)`) }
}

async function administer(sql: string) {
  await query(inject('testServer').administrator, sql)
}

async function query(connectionString: string, sql: string) {
  const client = new Client({ connectionString, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, string>[]
  } finally {
    await client.end()
  }
}

/** All rows as text. `backups` gets a row for the backup itself, and `cache_nodes` describes running processes. */
async function readAllRows(connectionString: string, except: string[] = []) {
  const tables = await query(
    connectionString,
    `select format('%I.%I', n.nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'accounts', 'ninth_bend') order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name = '' } of tables) {
    if (
      [
        'public.backups',
        'public.cache_nodes',
        'ninth_bend.definitions',
        'ninth_bend.definition_history',
        ...except,
      ].includes(name)
    )
      continue
    const read = await query(connectionString, `select t::text as row from ${name} t order by 1`)
    rows[name] = read.map(({ row = '' }) => row)
  }
  return rows
}

const readFiles = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(directory, path)).isFile())
      .map((path) => [path, readFileSync(join(directory, path)).toString('base64')]),
  )

test(
  'BACKUP-1 BACKUP-5 a restored shop has the same rows, sequences and pictures, and its triggers work',
  { timeout: 60_000 },
  async () => {
    const { location, summary } = await backUp({ BACKUP_KEY: KEY })
    expect(readFileSync(location).includes('Pepper')).toBe(false)
    const { restoring, target, elsewhere, drop } = await restore(location, { BACKUP_KEY: KEY, SENDS: 'yes' })
    await restoring()
    const original = await readAllRows(address)
    expect(await readAllRows(target)).toEqual(original)
    expect(original['public.orders']).toHaveLength(5)
    expect(summary.pictures).toBe(15)
    expect(readFiles(join(elsewhere, 'storage'))).toEqual(readFiles(join(dataDirectory, 'storage')))
    expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe('pepper'.repeat(8))
    const sequences = `select sequencename, last_value from pg_sequences where sequencename not like 'backups%' order by 1`
    expect(await query(target, sequences)).toEqual(await query(address, sequences))
    await expect(query(target, 'delete from order_history')).rejects.toThrow('rows are only ever added')
    await drop()
  },
)

test(
  'BACKUP-1 BACKUP-2 while orders are placed and a picture is removed: one snapshot, with the removed picture',
  { timeout: 60_000 },
  async () => {
    const backingUp = new AbortController()
    const writing = (async () => {
      do await insertOrder(database, { lines: [{ product, quantity: 1 }] })
      while (!backingUp.signal.aborted)
    })()
    let removal: Promise<void> | undefined
    const { location, summary } = await runBackup({
      settings: settingsOf({ BACKUP_KEEP: '9' }),
      address,
      onProgress() {
        removal ??= removePicture(shop, `/storage/v1/object/public/product-images/${keyOf(2)}`)
      },
    })
    backingUp.abort()
    await Promise.all([writing, removal])
    expect(summary).toMatchObject({ pictures: 15, missing_pictures: 0 })
    const files = () =>
      Object.keys(readFiles(join(dataDirectory, 'storage'))).filter((name) => name.includes('forest-2'))
    expect(files(), 'kept for the backup').toHaveLength(5)
    await removePicturesAfterBackup(shop)
    expect(files()).toEqual([])
    expect(await database.query('select from picture_removals')).toEqual([])

    const { restoring, target, drop } = await restore(location)
    await restoring()
    const read = async (sql: string) => ({ rows: await query(target, sql) }).rows
    const restored = { query: read } as unknown as TestDatabase
    expect(await findInconsistencies(restored)).toEqual([])
    const [counts] = await read(
      'select count(*)::int as orders, count(distinct i.order_id)::int as with_items from orders o left join order_items i on i.order_id = o.id',
    )
    expect(counts!['orders']).toBe(counts!['with_items'])
    await drop()
  },
)

test(
  'BACKUP-6 BACKUP-17 waiting emails wait for the owner, and backups of the former shop do not count; nothing else differs',
  { timeout: 60_000 },
  async () => {
    await database.query(
      `insert into outbox (kind, dedupe_key) values ('test-email', 'backup-1'), ('test-email', 'backup-2')`,
    )
    await database.query(`update outbox set sent_at = now() where dedupe_key = 'backup-1'`)
    await database.query(
      `insert into backups (made_at, location, is_encrypted, problem) values (now(), '/a', false, 'full')`,
    )
    const { location } = await backUp()
    const { restoring, target, drop } = await restore(location)
    const { heldEmails } = await restoring()
    const waiting = await query(address, 'select id from outbox where sent_at is null')
    expect(heldEmails).toBe(waiting.length)
    expect(heldEmails).toBeGreaterThan(0)
    expect(
      await query(target, `select id from outbox where sent_at is null and available_at < 'infinity'`),
    ).toEqual([])
    expect(
      await query(target, `select id from outbox where last_error like 'The shop was restored%'`),
    ).toHaveLength(waiting.length)
    expect(await readAllRows(target, ['public.outbox'])).toEqual(
      await readAllRows(address, ['public.outbox']),
    )
    expect(await query(target, 'select from backups'), 'it makes its own on its first day').toEqual([])
    await drop()
  },
)

test('BACKUP-3 without a key, the secret is only in the archive if that is asked for', async () => {
  expect((await backUp()).summary.has_secret).toBe(false)
  const settings = settingsOf({ BACKUP_DIR: join(folder, 'with-secret') })
  expect((await runBackup({ settings, address, includesSecret: true })).summary.has_secret).toBe(true)
  expect(statSync((await runBackup({ settings, address })).location).mode & 0o777).toBe(0o600)
})

test('BACKUP-3 a backup says whether the secret is in it, and why not', async () => {
  const secretOf = async (environment: Record<string, string>, includesSecret = false) => {
    const settings = settingsOf({ BACKUP_DIR: join(folder, 'secrets'), ...environment })
    return (await runBackup({ settings, address, includesSecret })).secret
  }
  expect(await secretOf({ BACKUP_KEY: KEY })).toBe('included')
  expect(await secretOf({}, true)).toBe('included')
  expect(await secretOf({})).toBe('not-encrypted')
  expect(await secretOf({ BACKUP_KEY: KEY, SESSION_SECRET: 'pepper'.repeat(8) })).toBe('session-secret')
  const withoutSecret = join(folder, 'without-secret')
  cpSync(join(dataDirectory, 'storage'), join(withoutSecret, 'storage'), { recursive: true })
  expect(await secretOf({ DATA_DIR: withoutSecret })).toBe('no-file')
  expect(await secretOf({ DATA_DIR: withoutSecret, BACKUP_KEY: KEY })).toBe('no-file')
})

test(
  'BACKUP-5 a database or data directory with something in it is refused and stays as it is',
  { timeout: 60_000 },
  async () => {
    const { location } = await backUp()
    const used = await restore(location, { DATABASE_URL: address })
    await expect(used.restoring()).rejects.toThrow(
      /holds tables already\. A backup is only restored into an empty one/,
    )
    const taken = await restore(location, { DATA_DIR: dataDirectory })
    const before = readFiles(join(dataDirectory, 'storage'))
    await expect(taken.restoring()).rejects.toThrow(/^DATA_DIR .* holds data already \(storage, secret\)/)
    expect(readFiles(join(dataDirectory, 'storage'))).toEqual(before)
    await Promise.all([used.drop(), taken.drop()])
  },
)

test(
  'BACKUP-4 a damaged archive leaves nothing; a database whose restore was interrupted does not start',
  { timeout: 60_000 },
  async () => {
    const { location } = await backUp()
    truncateSync(location, statSync(location).size - 100)
    const { restoring, target, elsewhere, drop } = await restore(location)
    await expect(restoring()).rejects.toThrow(/^The archive is damaged/)
    expect(existsSync(elsewhere)).toBe(false)
    await expect(checkDatabase(target, 'A backup is only restored')).resolves.not.toThrow()

    const pictures = folderPictureStore(join(folder, 'interrupted'))
    const loading = { address: target, pictures, writeSecret() {}, sendsWaitingEmails: true }
    const interrupted = loadArchive(createReadStream(location), null, loading)
    await expect(interrupted).rejects.toThrow(/^The archive is damaged/)
    const { migrate } = await import('#platform/database/migrate.server.ts')
    await expect(migrate(target)).rejects.toThrow('it has the migration restore-unfinished')
    await drop()
    rmSync(location)
  },
)

test('BACKUP-14 a backup that finds none of the pictures fails and says where it looked; some missing ones are counted', async () => {
  const wrong = join(folder, 'wrong-data')
  const archives = join(folder, 'without-pictures')
  await expect(backUp({ DATA_DIR: wrong, BACKUP_DIR: archives })).rejects.toThrow(
    `None of the 10 files of pictures that the database names is in ${join(wrong, 'storage', 'product-images')}, so no backup was made. ` +
      'Give the DATA_DIR or the S3_ settings of the server; if the pictures are lost, upload one of them anew first.',
  )
  expect(existsSync(archives) ? readdirSync(archives) : []).toEqual([])
  await folderPictureStore(join(wrong, 'storage', 'product-images')).write(
    keyOf(1),
    Buffer.from(''),
    'image/webp',
  )
  const { summary } = await backUp({ DATA_DIR: wrong, BACKUP_DIR: archives })
  expect(summary).toMatchObject({ pictures: 1, missing_pictures: 9 })
})

test('BACKUP-7 only the newest archives are kept, other files are left alone', async () => {
  const directory = join(folder, 'kept')
  const environment = { BACKUP_DIR: directory, BACKUP_KEEP: '2' }
  const first = await backUp(environment)
  writeFileSync(join(directory, 'letter.txt'), '')
  const older = ['ninth-bend-2020-01-01T00-00-00Z.tar.gz', 'ninth-bend-2021-01-01T00-00-00Z.tar.gz.enc']
  for (const name of older) writeFileSync(join(directory, name), '')
  rmSync(first.location)
  const { location, removed } = await backUp(environment)
  expect(removed).toEqual([older[0]])
  expect(readdirSync(directory).toSorted()).toEqual(
    ['letter.txt', older[1], location.split('/').at(-1)].toSorted(),
  )
})

test('BACKUP-8 each backup is recorded with its verification, a failed one with its reason', async () => {
  await database.query('delete from backups')
  await backUp()
  writeFileSync(join(folder, 'no-folder'), '')
  await expect(backUp({ BACKUP_DIR: join(folder, 'no-folder', 'backups') })).rejects.toThrow(
    /could not be written to .*: it is no folder/,
  )
  const rows = await database.query(
    'select bytes is not null as is_made, verified_at is not null as is_verified, problem from backups order by id',
  )
  expect(rows).toEqual([
    { is_made: true, is_verified: true, problem: null },
    { is_made: false, is_verified: false, problem: expect.stringContaining('it is no folder') },
  ])
})

test('BACKUP-2 one backup at a time', async () => {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query('select pg_advisory_lock(920261122)')
  const settings = settingsOf({ BACKUP_DIR: join(folder, 'second') })
  await expect(runBackup({ settings, address })).rejects.toThrow('Another backup of this shop is running')
  expect(existsSync(join(folder, 'second'))).toBe(false)
  await client.end()
})

test('BACKUP-5 a restore asks the picture store first, and a refusal changes nothing', async () => {
  const { location } = await backUp()
  const s3 = await startFakeS3Store()
  onTestFinished(() => s3.stop())
  const { restoring, elsewhere, drop } = await restore(location, { ...s3.settings, S3_BUCKET: 'elsewhere' })
  await expect(restoring()).rejects.toThrow(
    `The picture store at ${s3.at.endpoint}/elsewhere cannot be used: it answered 404 NoSuchBucket. Make that bucket, or correct S3_BUCKET.`,
  )
  expect(existsSync(elsewhere)).toBe(false)
  await drop()
})
