import { expect, test, vi } from 'vitest'
import { createReadinessCheck, MIN_FREE_BYTES } from './readiness-check.ts'

type Overrides = Partial<Parameters<typeof createReadinessCheck>[0]>
const createCheck = (overrides: Overrides = {}) =>
  createReadinessCheck({
    settings: { databaseUrl: null },
    dataDirectory: { path: '/srv/shop' },
    db: {} as never,
    isDataDirectoryPresent: () => true,
    probe: async () => null,
    freeBytes: async () => MIN_FREE_BYTES,
    ...overrides,
  })

test.each<[string, Overrides, string | null]>([
  ['everything is there', {}, null],
  ['the data directory is gone', { isDataDirectoryPresent: () => false }, 'The data directory is gone.'],
  [
    'the disk is full',
    { freeBytes: async () => MIN_FREE_BYTES - 1 },
    'The disk of the data directory is full.',
  ],
  [
    'the disk is full, but the database is elsewhere',
    { freeBytes: async () => 0, settings: { databaseUrl: 'postgresql://db.example/shop' } },
    null,
  ],
  [
    'the database refuses connections',
    { probe: () => Promise.reject(new Error('ECONNREFUSED')) },
    'The database does not answer.',
  ],
  [
    'the database is a replica',
    { probe: async () => 'The database accepts no writes.' },
    'The database accepts no writes.',
  ],
])('FLEET-2 readiness if %s', async (_case, overrides, problem) => {
  expect(await createCheck(overrides)()).toBe(problem)
})

test('FLEET-2 a database that is silent counts as away', async () => {
  const check = createCheck({ probe: () => new Promise(() => {}), databaseTimeoutMs: 20 })
  expect(await check()).toBe('The database does not answer.')
})

test('checks at the same time share one write', async () => {
  const probe = vi.fn(async () => null)
  const check = createCheck({ probe })
  await Promise.all([check(), check()])
  await check()
  expect(probe).toHaveBeenCalledTimes(1)
})
