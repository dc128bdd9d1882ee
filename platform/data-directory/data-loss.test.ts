import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'
import { findDatabaseMismatch, findPictureLoss, clearStartMarkers, markDataRemoved } from './data-loss.ts'

const parentDirectory = mkdtempSync(join(tmpdir(), 'ninth-bend-lost-'))
afterAll(() => rmSync(parentDirectory, { recursive: true, force: true }))

function createDirectory(...files: string[]): string {
  const path = mkdtempSync(join(parentDirectory, 'data-'))
  for (const file of files) {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), 'x'.repeat(43))
  }
  return path
}
const open = (
  dataDirectory: string,
  more: { databaseUrl?: string; acceptsDataLoss?: boolean; sessionSecret?: string } = {},
) => {
  const opened = openDataDirectory({ dataDirectory, sessionSecret: null, ...more })
  return opened.ok ? 'opened' : opened.refusal.problem
}

describe('OPERATIONS-16 A start with a lost database is refused', () => {
  test.each([
    [['secret'], 'secret'],
    [['mail/one.eml'], 'mail'],
    [['storage/product-images/a.webp'], 'storage'],
    [['secret', 'mail/one.eml', 'storage/a/b.webp'], 'secret, mail, storage'],
  ])('if only %j is left', (files, leftovers) => {
    const path = createDirectory(...files)
    const before = readdirSync(path)
    expect(open(path, { sessionSecret: 's'.repeat(32) })).toBe(
      `DATA_DIR ${path} holds what is left of a shop (${leftovers}), but its database in postgres/ is gone. ` +
        'Put a backup back, set DATABASE_URL if the database is elsewhere, or begin a new shop by starting once with ACCEPT_DATA_LOSS=yes.',
    )
    expect(readdirSync(path), 'nothing is written').toEqual(before)
    expect(open(path, { databaseUrl: 'postgresql://shop@db.example/shop' })).toBe('opened')
    expect(open(path, { acceptsDataLoss: true })).toBe('opened')
  })

  test('if the directory was removed while the shop was running', () => {
    const path = join(parentDirectory, 'removed')
    markDataRemoved(path)
    expect(open(path)).toBe(
      `DATA_DIR ${path} was removed while its shop was running. Put a backup back there, or begin a new shop by starting once with ACCEPT_DATA_LOSS=yes.`,
    )
    expect(open(path, { acceptsDataLoss: true })).toBe('opened')
    // A backup was restored, although the marker exists.
    mkdirSync(join(path, 'postgres'), { recursive: true })
    writeFileSync(join(path, 'postgres', 'PG_VERSION'), '18\n')
    expect(open(path)).toBe('opened')
    clearStartMarkers(path)
    expect(open(path, { databaseUrl: 'postgresql://shop@db.example/shop' })).toBe('opened')
  })
})

test.each([
  ['an empty directory', []],
  ['a new disk', ['lost+found/.keep']],
  ['empty folders', ['mail/../.keep']],
  ['a shop with its database', ['secret', 'postgres/PG_VERSION', 'mail/one.eml']],
])('a start with %s succeeds', (_what, files) => {
  expect(open(createDirectory(...files))).toBe('opened')
})

test('an interrupted first start continues; after the shop has opened, a missing database is a loss', () => {
  const path = createDirectory()
  expect([open(path), open(path)]).toEqual(['opened', 'opened'])
  expect(existsSync(join(path, 'first-start'))).toBe(true)
  clearStartMarkers(path)
  expect(open(path)).toContain('its database in postgres/ is gone')
})

describe('OPERATIONS-16 A data directory that does not belong to the database in DATABASE_URL', () => {
  const filledDatabase = { accounts: { query: async () => ({ rowCount: 1 }) }, worker: pictures([{}]) }
  const emptyDatabase = { accounts: { query: async () => ({ rowCount: 0 }) }, worker: pictures([]) }
  function pictures(rows: unknown[]) {
    const query = { select: () => query, limit: () => query, executeTakeFirst: async () => rows[0] }
    return { selectFrom: () => query }
  }
  type MismatchArguments = Parameters<typeof findDatabaseMismatch>
  const settings = {
    databaseUrl: 'postgresql://shop@db.example/shop',
    acceptsDataLoss: false,
    sessionSecret: null,
    s3: null,
  }
  const s3 = { endpoint: 'https://s3.example', bucket: 'b', accessKey: 'a', secretKey: 's', region: 'r' }
  const findMismatch = (db: unknown, path: string, more: Partial<MismatchArguments[2]> = {}, isNew = true) =>
    findDatabaseMismatch(db as MismatchArguments[0], { path, isNew }, { ...settings, ...more })

  test('an empty directory is refused, because a new secret would end all sessions, and stays empty', async () => {
    const path = createDirectory('secret', 'first-start')
    expect(await findMismatch(filledDatabase, path)).toContain(
      `DATA_DIR ${path} is empty: a new secret would sign everybody out`,
    )
    expect(readdirSync(path)).toEqual([])
    for (const more of [{ acceptsDataLoss: true }, { sessionSecret: 's'.repeat(32), s3 }])
      expect(await findMismatch(filledDatabase, path, more)).toBeNull()
    expect(await findMismatch(filledDatabase, path, { s3 }, false), 'an interrupted first start').toBeNull()
    expect(await findMismatch(emptyDatabase, path)).toBeNull()
  })

  test('a directory without pictures is refused if the database refers to pictures', async () => {
    const path = createDirectory('secret')
    for (const databaseUrl of [settings.databaseUrl, null]) {
      expect(await findMismatch(filledDatabase, path, { databaseUrl }, false)).toContain(
        `The database knows of pictures, but ${path}/storage is empty.`,
      )
    }
    expect(await findMismatch(filledDatabase, path, { s3 }, false)).toBeNull()
    expect(
      await findMismatch(filledDatabase, createDirectory('storage/product-images/a.webp'), {}, false),
    ).toBeNull()
    expect(await findMismatch(emptyDatabase, path, {}, false)).toBeNull()
  })
})

describe('OPERATIONS-16 A bucket that does not belong to the database', () => {
  const url = (name: string) => `/storage/v1/object/public/product-images/products/tea/${name}-1.webp`
  const findLoss = (names: string[], read: (key: string) => Promise<unknown>, acceptsDataLoss = false) => {
    const query = {
      select: () => query,
      limit: () => query,
      execute: async () => names.map((name) => ({ image_url: url(name) })),
    }
    const db = { worker: { selectFrom: () => query } } as unknown as Parameters<typeof findPictureLoss>[0]
    const pictures = { read } as unknown as Parameters<typeof findPictureLoss>[1]
    return findPictureLoss(db, pictures, { acceptsDataLoss, location: 'https://s3.example/shop' })
  }

  test('is refused if it has none of the pictures that are looked for', async () => {
    expect(await findLoss(['one', 'two'], async () => null)).toBe(
      'The database knows of pictures, but https://s3.example/shop has none of them. Copy them there, correct S3_BUCKET, or go on without by starting once with ACCEPT_DATA_LOSS=yes.',
    )
    expect(await findLoss(['one', 'two'], async (key) => (key.includes('two') ? {} : null))).toBeNull()
    expect(await findLoss([], async () => null)).toBeNull()
    expect(await findLoss(['one'], async () => null, true)).toBeNull()
  })

  test('a store that fails for now is not empty', async () => {
    const fail = () => Promise.reject(new Error('The picture store did not answer'))
    expect(await findLoss(['one'], fail)).toBeNull()
  })
})
