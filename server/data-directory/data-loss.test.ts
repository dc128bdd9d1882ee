import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'
import { findDatabaseMismatch, clearStartMarkers, markDataRemoved } from './data-loss.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-lost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder with these files, each with a word in it. */
function aFolder(...files: string[]): string {
  const path = mkdtempSync(join(folder, 'data-'))
  for (const file of files) {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), 'x'.repeat(43))
  }
  return path
}
const open = (dataDirectory: string, more: { databaseUrl?: string; isDemoExplicit?: boolean; sessionSecret?: string } = {}) => {
  const opened = openDataDirectory({ dataDirectory, sessionSecret: null, ...more })
  return opened.ok ? 'opened' : opened.refusal.problem
}

describe('OPERATIONS-16 A shop whose database is gone is not begun anew in silence', () => {
  test.each([
    [['secret'], 'secret'], [['mail/one.eml'], 'mail'], [['storage/product-images/a.webp'], 'storage'], [['secret', 'mail/one.eml', 'storage/a/b.webp'], 'secret, mail, storage'],
  ])('of which %j is left', (files, named) => {
    const path = aFolder(...files)
    const before = readdirSync(path)
    expect(open(path, { sessionSecret: 's'.repeat(32) })).toBe(
      `DATA_DIR ${path} holds what is left of a shop (${named}), but its database in postgres/ is gone. ` +
        'Put a backup back, set DATABASE_URL if the database is elsewhere, or begin a new shop by starting once with DEMO=on or DEMO=off.',
    )
    expect(readdirSync(path), 'nothing is added').toEqual(before)
    expect(open(path, { databaseUrl: 'postgresql://shop@db.example/shop' })).toBe('opened')
    expect(open(path, { isDemoExplicit: true })).toBe('opened')
  })

  test('that was removed while it ran', () => {
    const path = join(folder, 'removed')
    markDataRemoved(path)
    expect(open(path)).toBe(`DATA_DIR ${path} was removed while its shop was running. Put a backup back there, or begin a new shop by starting once with DEMO=on or DEMO=off.`)
    expect(open(path, { isDemoExplicit: true })).toBe('opened')
    // The backup that it asked for is put beside the mark.
    mkdirSync(join(path, 'postgres'), { recursive: true })
    writeFileSync(join(path, 'postgres', 'PG_VERSION'), '18\n')
    expect(open(path)).toBe('opened')
    clearStartMarkers(path)
    expect(open(path, { databaseUrl: 'postgresql://shop@db.example/shop' })).toBe('opened')
  })
})

test.each([
  ['an empty folder', []], ['a folder of a new disk', ['lost+found/.keep']], ['empty folders', ['mail/../.keep']],
  ['a shop with its database', ['secret', 'postgres/PG_VERSION', 'mail/one.eml']],
])('a start on %s is one command', (_what, files) => {
  expect(open(aFolder(...files))).toBe('opened')
})

test('a first start that was interrupted goes on; once a shop has opened, a loss is one', () => {
  const path = aFolder()
  expect([open(path), open(path)]).toEqual(['opened', 'opened'])
  expect(existsSync(join(path, 'first-start'))).toBe(true)
  clearStartMarkers(path)
  expect(open(path)).toContain('its database in postgres/ is gone')
})

describe('OPERATIONS-16 A folder that is not of the shop whose database DATABASE_URL names', () => {
  const isFilled = { accounts: { query: async () => ({ rowCount: 1 }) }, worker: pictures([{}]) }
  const isEmpty = { accounts: { query: async () => ({ rowCount: 0 }) }, worker: pictures([]) }
  function pictures(rows: unknown[]) {
    const query = { select: () => query, limit: () => query, executeTakeFirst: async () => rows[0] }
    return { selectFrom: () => query }
  }
  type Beside = Parameters<typeof findDatabaseMismatch>
  const settings = { databaseUrl: 'postgresql://shop@db.example/shop', isDemoExplicit: false, sessionSecret: null, s3: null }
  const s3 = { endpoint: 'https://s3.example', bucket: 'b', accessKey: 'a', secretKey: 's', region: 'r' }
  const beside = (db: unknown, path: string, more: Partial<Beside[2]> = {}, isNew = true) =>
    findDatabaseMismatch(db as Beside[0], { path, isNew }, { ...settings, ...more })

  test('an empty one signs nobody out in silence, and is left empty', async () => {
    const path = aFolder('secret', 'first-start')
    expect(await beside(isFilled, path)).toContain(`DATA_DIR ${path} is empty: a new secret would sign everybody out`)
    expect(readdirSync(path)).toEqual([])
    for (const more of [{ isDemoExplicit: true }, { sessionSecret: 's'.repeat(32), s3 }]) expect(await beside(isFilled, path, more)).toBeNull()
    expect(await beside(isFilled, path, { s3 }, false), 'an interrupted first start').toBeNull()
    expect(await beside(isEmpty, path)).toBeNull()
  })

  test('nor is one without the pictures, with whichever database', async () => {
    const path = aFolder('secret')
    for (const databaseUrl of [settings.databaseUrl, null]) {
      expect(await beside(isFilled, path, { databaseUrl }, false)).toContain(`The database knows of pictures, but ${path}/storage is empty.`)
    }
    expect(await beside(isFilled, path, { s3 }, false)).toBeNull()
    expect(await beside(isFilled, aFolder('storage/product-images/a.webp'), {}, false)).toBeNull()
    expect(await beside(isEmpty, path, {}, false)).toBeNull()
  })
})
