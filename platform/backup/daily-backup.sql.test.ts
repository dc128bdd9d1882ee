import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import { lastBackup } from '#features/dashboard/last-backup.server.ts'
import { createTestShop, insertAdmin } from '#tests/fixtures/databases/test-records.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { BackupError } from './backup-error.ts'
import { backUpIfDue, lastDue, warnOfNoBackup } from './daily-backup.ts'
import { recordBackup } from './record-backup.ts'
import type { FinishedBackup } from './run-backup.ts'

let database: TestDatabase
let address: string
let owner: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await insertAdmin(database)
  const { connectionString } = database
  const url = typeof connectionString === 'string' ? connectionString : connectionString.visitor
  address = withDatabaseName(inject('testServer').template, new URL(url).pathname.slice(1))
})
afterAll(() => database.close())
beforeEach(async () => void (await database.query('delete from backups')))

const made: string[] = []
const log = {
  info: () => {},
  warn: (text: string) => void warned.push(text),
  error: (details: object) => void logged.push(details),
}
const warned: string[] = []
const logged: object[] = []
const result = { location: '/a', bytes: 5, summary: { tables: {}, pictures: 0 } } as unknown as FinishedBackup

const check = (now: string, run?: () => Promise<FinishedBackup>) =>
  backUpIfDue({
    hour: 3,
    findAddress: async () => address,
    clock: () => new Date(now),
    log,
    run:
      run ??
      (async () => {
        made.push(now)
        await record(now, { bytes: 5, row_count: 1, picture_count: 2, verified_at: new Date(now) })
        return result
      }),
  })
const record = (at: string, content: Partial<Parameters<typeof recordBackup>[1]>) =>
  recordBackup(address, { made_at: new Date(at), location: '/a', is_encrypted: true, ...content })

test('BACKUP-10 the hour is that of London, in summer and winter', () => {
  const due = (now: string) => lastDue(new Date(now), 3).toISOString()
  expect(due('2026-11-24T03:00:00Z')).toBe('2026-11-24T03:00:00.000Z')
  expect(due('2026-11-24T02:59:00Z')).toBe('2026-11-23T03:00:00.000Z')
  expect(due('2026-07-01T02:30:00Z')).toBe('2026-07-01T02:00:00.000Z')
})

test('BACKUP-10 once a day, and by one of two nodes that begin at once', async () => {
  expect(await check('2026-11-24T03:01:00Z')).toBe(true)
  expect(await check('2026-11-24T09:00:00Z')).toBe(false)
  expect(await check('2026-11-25T02:59:00Z')).toBe(false)
  const both = await Promise.all([check('2026-11-25T03:00:00Z'), check('2026-11-25T03:00:01Z')])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test('BACKUP-10 BACKUP-9 a failure is logged, shown and tried again an hour later', async () => {
  const failing = async (): Promise<FinishedBackup> => {
    await record('2026-11-24T03:00:00Z', { problem: 'The disk is full.' })
    throw new BackupError('The disk is full.')
  }
  expect(await check('2026-11-24T03:00:00Z', failing)).toBe(false)
  expect(logged.at(-1)).toEqual({ reason: 'The disk is full.' })
  expect(await check('2026-11-24T03:30:00Z')).toBe(false)
  expect(await lastBackup(createTestShop(database), owner)).toMatchObject({
    made_at: null,
    problem: 'The disk is full.',
  })
  expect(await check('2026-11-24T04:01:00Z')).toBe(true)
  expect(await lastBackup(createTestShop(database), owner)).toMatchObject({
    made_at: expect.anything(),
    row_count: 1,
    picture_count: 2,
    is_encrypted: true,
    failed_at: null,
    problem: null,
  })
})

test('BACKUP-16 a shop that makes no daily backups warns until there was one that was read back', async () => {
  const warn = () => warnOfNoBackup({ findAddress: async () => address, log: log as never })
  await record('2026-11-24T03:00:00Z', { problem: 'The disk is full.' })
  await warn()
  expect(warned).toEqual([
    'There has never been a backup of this shop, and BACKUP_DAILY_AT is off. Set an hour, or make sure that other tools make backups.',
  ])
  const verified_at = new Date('2026-11-25T03:00:00Z')
  await record('2026-11-25T03:00:00Z', { bytes: 5, row_count: 1, picture_count: 2, verified_at })
  await warn()
  expect(warned).toHaveLength(1)
})
