import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { londonDay } from './dates.ts'

test('MONEY-4 the database agrees on the London day, for every hour of 2026', async () => {
  const database = await createTestDatabase()
  const rows = await database.query<{ at: string; day: string }>(
    `select at, (at at time zone 'Europe/London')::date as day from generate_series('2026-01-01 00:30+00'::timestamptz, '2026-12-31 23:30+00', '1 hour') at`,
  )
  await database.close()
  expect(rows.filter(({ at, day }) => londonDay(at) !== day)).toEqual([])
  expect(rows).toHaveLength(8760)
})
