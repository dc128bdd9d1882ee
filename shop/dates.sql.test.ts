import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import { addDays, addWorkingDays, bankHolidays, londonDay } from './dates.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())

test('D21 the database and this file agree on every bank holiday from 2020 to 2060', async () => {
  const rows = await database.query<{ day: string }>(
    `select day::date as day from generate_series('2020-01-01'::date, '2060-12-31', '1 day') day
      where is_bank_holiday(day::date) and extract(isodow from day) < 6 order by day`,
  )
  const years = Array.from({ length: 41 }, (_, place) => 2020 + place)
  expect(rows.map(({ day }) => day)).toEqual(years.flatMap(bankHolidays))
})

test('D21 and on three working days after every day of ten years', async () => {
  const rows = await database.query<{ day: string; after: string }>(
    `select day::date as day, working_days_after(day::date, 3) as after from generate_series('2024-01-01'::date, '2033-12-31', '1 day') day`,
  )
  expect(rows.filter(({ day, after }) => addWorkingDays(day, 3) !== after)).toEqual([])
  expect(rows).toHaveLength(3653)
})

test('D25 and on which day it is in London, every hour of 2026', async () => {
  const rows = await database.query<{ at: string; day: string }>(
    `select at, (at at time zone 'Europe/London')::date as day from generate_series('2026-01-01 00:30+00'::timestamptz, '2026-12-31 23:30+00', '1 hour') at`,
  )
  expect(rows.filter(({ at, day }) => londonDay(at) !== day)).toEqual([])
  expect(rows).toHaveLength(8760)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})
