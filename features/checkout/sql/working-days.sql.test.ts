import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { addDays, type Day } from '#shop/dates/dates.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
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

const PUBLISHED: Record<number, string[]> = {
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
  2029: ['01-01', '03-30', '04-02', '05-07', '05-28', '08-27', '12-25', '12-26'],
  2030: ['01-01', '04-19', '04-22', '05-06', '05-27', '08-26', '12-25', '12-26'],
}

test.each(Object.keys(PUBLISHED))('ORDER-3 the bank holidays of %s are as published', async (year) => {
  expect(await holidaysOf(Number(year))).toEqual(PUBLISHED[Number(year)]!.map((day) => `${year}-${day}`))
})

test('ORDER-3 Christmas Day on a Sunday is substituted on Tuesday, New Year’s Day at a weekend on Monday', async () => {
  expect(await holidaysOf(2022)).toEqual(expect.arrayContaining(['2022-01-03', '2022-12-26', '2022-12-27']))
  expect((await holidaysOf(2023))[0]).toBe('2023-01-02')
})

test.each([
  [1818, '03-20', '03-23'],
  [1943, '04-23', '04-26'],
  [2285, '03-20', '03-23'],
])(
  'ORDER-3 Good Friday and Easter Monday of %i, with the earliest and latest Easter',
  async (year, friday, monday) => {
    expect(await holidaysOf(year)).toEqual(expect.arrayContaining([`${year}-${friday}`, `${year}-${monday}`]))
  },
)

test('ORDER-3 they match an independent implementation for a hundred years', async () => {
  for (let year = 2020; year < 2120; year++) expect(await holidaysOf(year)).toEqual(bankHolidays(year))
})

test('ORDER-3 three working days later matches counting day by day for ten years', async () => {
  const days = await database.query<{ day: string; after: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, to_char(working_days_after(day::date, 3), 'YYYY-MM-DD') as after
       from generate_series(date '2024-01-01', date '2033-12-31', interval '1 day') as day`,
  )
  expect(days.filter(({ day, after }) => addWorkingDays(day, 3) !== after)).toEqual([])
  expect(days).toHaveLength(3653)
})

test.each([
  ['2026-11-21', 3, '2026-11-25'],
  ['2026-11-20', 3, '2026-11-25'],
  ['2026-11-23', 3, '2026-11-26'],
  ['2026-12-23', 3, '2026-12-30'],
  ['2026-12-24', 3, '2026-12-31'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2026-04-02', 3, '2026-04-09'],
  ['2026-04-02', 1, '2026-04-07'],
  ['2026-11-21', 0, '2026-11-21'],
])('ORDER-3 from %s, %i working days later is %s', async (day, days, after) => {
  expect(await database.query('select working_days_after($1, $2) as after', [day, days])).toEqual([{ after }])
})

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: Day) => weekdayOf(day) % 6 === 0
const mondayFrom = (day: Day) => addDays(day, (8 - weekdayOf(day)) % 7)

/** The algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const moon = epact - Math.floor((golden + 11 * epact) / 319)
  const fullMoon = addDays(`${year}-03-21`, moon)
  return addDays(fullMoon, 7 - weekdayOf(fullMoon))
}

function bankHolidays(year: number): Day[] {
  const easter = easterSunday(year)
  const newYear = `${year}-01-01`
  const christmas = `${year}-12-25`
  const boxingDay = `${year}-12-26`
  return [
    isWeekend(newYear) ? mondayFrom(newYear) : newYear,
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    // If Christmas is at a weekend, its substitute day follows Boxing Day, on Monday or Tuesday.
    isWeekend(christmas) ? `${year}-12-27` : christmas,
    isWeekend(boxingDay) ? `${year}-12-28` : boxingDay,
  ].sort()
}

function addWorkingDays(day: Day, days: number): Day {
  let at = day
  for (let left = days; left > 0;) {
    at = addDays(at, 1)
    if (!isWeekend(at) && !bankHolidays(Number(at.slice(0, 4))).includes(at)) left -= 1
  }
  return at
}
