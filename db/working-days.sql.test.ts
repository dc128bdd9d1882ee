import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import { addWorkingDays, bankHolidays } from '#shop/dates.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())

const holidaysOf = async (year: number) =>
  (
    await database.query<{ day: string }>(
      `select to_char(day, 'YYYY-MM-DD') as day from generate_series(make_date($1, 1, 1), make_date($1, 12, 31), interval '1 day') as day
      where is_bank_holiday(day::date) and extract(isodow from day) < 6`,
      [year],
    )
  ).map(({ day }) => day)

/** As published for England and Wales. */
const PUBLISHED: Record<number, string[]> = {
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
}

test.each(Object.keys(PUBLISHED))('D21 the bank holidays of %s are those that were published', async (year) => {
  expect(await holidaysOf(Number(year))).toEqual(PUBLISHED[Number(year)]!.map((day) => `${year}-${day}`))
})

test('D21 they agree with shop/dates.ts for a hundred years', async () => {
  for (let year = 2020; year < 2120; year++) expect(await holidaysOf(year)).toEqual(bankHolidays(year))
})

test('D21 three working days after every day of ten years agree with shop/dates.ts', async () => {
  const days = await database.query<{ day: string; after: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, to_char(working_days_after(day::date, 3), 'YYYY-MM-DD') as after
       from generate_series(date '2024-01-01', date '2033-12-31', interval '1 day') as day`,
  )
  expect(days.filter(({ day, after }) => addWorkingDays(day, 3) !== after)).toEqual([])
  expect(days).toHaveLength(3653)
})

test.each([
  ['2026-11-21', '2026-11-25'],
  ['2026-11-20', '2026-11-25'],
  ['2026-11-23', '2026-11-26'],
  ['2026-12-23', '2026-12-30'],
  ['2026-04-02', '2026-04-09'],
])('D21 three working days after %s is %s', async (day, after) => {
  expect(await database.query('select working_days_after($1, 3) as after', [day])).toEqual([{ after }])
})
