import { describe, expect, test } from 'vitest'
import {
  addDays, addWorkingDays, bankHolidays, easterSunday, formatDay, formatLondonDate, formatLondonDateTime, formatLondonTime,
  formatWeekday, isWorkingDay, londonDay, londonTimeToInstant,
} from './dates.ts'

describe('London days and times (D25)', () => {
  test.each([
    ['2026-11-21T14:05:00Z', '21 November 2026, 2:05 pm'],
    ['2026-07-01T00:00:00Z', '1 July 2026, 1:00 am'],
    ['2026-07-01T11:30:00Z', '1 July 2026, 12:30 pm'],
    ['2026-12-31T23:59:59.999Z', '31 December 2026, 11:59 pm'],
    ['2026-06-30T23:30:00.123456Z', '1 July 2026, 12:30 am'],
    ['2026-01-01T00:00:00Z', '1 January 2026, 12:00 am'],
  ])('§9 %s is shown as %s', (instant, shown) => {
    expect(formatLondonDateTime(instant)).toBe(shown)
    expect(formatLondonDateTime(new Date(instant))).toBe(shown)
  })

  test('§9 day, weekday and time apart', () => {
    expect(formatLondonDate('2026-06-30T23:30:00Z')).toBe('1 July 2026')
    expect(formatLondonTime('2026-06-30T23:30:00Z')).toBe('12:30 am')
    expect(formatDay('2026-11-25')).toBe('25 November 2026')
    expect(formatWeekday('2026-11-21')).toBe('Saturday 21 November 2026')
  })

  test('the clocks of 2026 go forward on 29 March and back on 25 October at one o’clock', () => {
    expect(formatLondonTime('2026-03-29T00:59:00Z')).toBe('12:59 am')
    expect(formatLondonTime('2026-03-29T01:00:00Z')).toBe('2:00 am')
    expect(formatLondonTime('2026-10-25T00:59:00Z')).toBe('1:59 am')
    expect(formatLondonTime('2026-10-25T01:00:00Z')).toBe('1:00 am')
  })

  test('a London time is found on both sides of the clock changes', () => {
    expect(londonTimeToInstant('2026-03-28', 21, 30).toISOString()).toBe('2026-03-28T21:30:00.000Z')
    expect(londonTimeToInstant('2026-03-29', 21, 30).toISOString()).toBe('2026-03-29T20:30:00.000Z')
    expect(londonTimeToInstant('2026-10-24', 21, 30).toISOString()).toBe('2026-10-24T20:30:00.000Z')
    expect(londonTimeToInstant('2026-10-25', 21, 30).toISOString()).toBe('2026-10-25T21:30:00.000Z')
    expect(londonTimeToInstant('2026-07-01', 0, 0).toISOString()).toBe('2026-06-30T23:00:00.000Z')
  })

  test('a time that comes twice is its first, one that is left out an hour later', () => {
    expect(londonTimeToInstant('2026-10-25', 1, 30).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(formatLondonTime(londonTimeToInstant('2026-03-29', 1, 30))).toBe('2:30 am')
  })

  test('every quarter of an hour of 2026 but the one left out is found again', () => {
    const lost: string[] = []
    for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      for (let minute = 0; minute < 1440; minute += 15) {
        const hour = Math.floor(minute / 60)
        if (day === '2026-03-29' && hour === 1) continue
        const instant = londonTimeToInstant(day, hour, minute % 60)
        const shown = `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
        if (londonDay(instant) !== day || formatLondonTime(instant) !== shown) lost.push(`${day} ${shown}: ${instant.toISOString()}`)
      }
    }
    expect(lost).toEqual([])
  })

  test('what is no day or moment is refused', () => {
    for (const day of ['2026-02-30', '2026-13-01', '21/11/2026', '']) expect(() => formatDay(day)).toThrow(RangeError)
    expect(() => formatLondonDate('soon')).toThrow(RangeError)
  })
})

/** As gov.uk lists them for England and Wales. */
const KNOWN_HOLIDAYS: Record<number, string> = {
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
  2029: '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26',
  2030: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
}

describe('Working days of England and Wales (D21)', () => {
  test.each(Object.entries(KNOWN_HOLIDAYS))('the bank holidays of %s', (year, days) => {
    expect(bankHolidays(Number(year))).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  test('a Christmas Day on Sunday is made up for on Tuesday, a New Year’s Day on Saturday on Monday', () => {
    expect(bankHolidays(2022)).toEqual(expect.arrayContaining(['2022-01-03', '2022-12-26', '2022-12-27']))
    expect(isWorkingDay('2022-12-28')).toBe(true)
    expect(bankHolidays(2023)[0]).toBe('2023-01-02')
  })

  test('Easter Sunday in its earliest, latest and ordinary years', () => {
    expect([1818, 1943, 2000, 2024, 2025, 2038, 2285].map(easterSunday)).toEqual([
      '1818-03-22', '1943-04-25', '2000-04-23', '2024-03-31', '2025-04-20', '2038-04-25', '2285-03-22',
    ])
  })

  test.each([
    ['2026-11-20', 3, '2026-11-25'],
    ['2026-11-21', 3, '2026-11-25'],
    ['2026-12-24', 3, '2026-12-31'],
    ['2026-12-31', 1, '2027-01-04'],
    ['2026-04-02', 1, '2026-04-07'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %d working days is %s', (day, days, after) => {
    expect(addWorkingDays(day, days)).toBe(after)
  })
})
