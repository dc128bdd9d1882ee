import { describe, expect, test } from 'vitest'
import {
  addDays,
  formatDay,
  formatLondonDate,
  formatLondonDateTime,
  formatLondonTime,
  formatWeekday,
  isDay,
  londonDay,
  londonTimeToInstant,
} from './dates.ts'

test('accepts the calendar days of PostgreSQL', () => {
  expect(['2026-11-22', '0001-01-01', '9999-12-31', '2024-02-29'].filter((day) => !isDay(day))).toEqual([])
  const none = [
    '0000-01-01',
    '0000-02-29',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '275761-01-01',
    '+275760-09-13',
    '-0001-12-31',
    '2026-1-1',
    ' 2026-11-22',
    '',
    'epoch',
  ]
  expect(none.filter(isDay)).toEqual([])
})

describe('MONEY-4 London days and times', () => {
  test.each([
    ['2026-11-21T14:05:00Z', '21 November 2026, 2:05 pm'],
    ['2026-07-01T00:00:00Z', '1 July 2026, 1:00 am'],
    ['2026-07-01T11:30:00Z', '1 July 2026, 12:30 pm'],
    ['2026-12-31T23:59:59.999Z', '31 December 2026, 11:59 pm'],
    ['2026-06-30T23:30:00.123456Z', '1 July 2026, 12:30 am'],
    ['2026-01-01T00:00:00Z', '1 January 2026, 12:00 am'],
  ])('MONEY-3 %s is shown as %s', (instant, shown) => {
    expect(formatLondonDateTime(instant)).toBe(shown)
    expect(formatLondonDateTime(new Date(instant))).toBe(shown)
  })

  test('MONEY-3 day, weekday and time on their own', () => {
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

  test('a time that occurs twice is its first; a skipped one is an hour later', () => {
    expect(londonTimeToInstant('2026-10-25', 1, 30).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(formatLondonTime(londonTimeToInstant('2026-03-29', 1, 30))).toBe('2:30 am')
  })

  test('every quarter of an hour of 2026 but the skipped one converts both ways', () => {
    const lost: string[] = []
    for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      for (let minute = 0; minute < 1440; minute += 15) {
        const hour = Math.floor(minute / 60)
        if (day === '2026-03-29' && hour === 1) continue
        const instant = londonTimeToInstant(day, hour, minute % 60)
        const shown = `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
        if (londonDay(instant) !== day || formatLondonTime(instant) !== shown)
          lost.push(`${day} ${shown}: ${instant.toISOString()}`)
      }
    }
    expect(lost).toEqual([])
  })

  test('invalid days and instants are refused', () => {
    for (const day of ['2026-02-30', '2026-13-01', '21/11/2026', ''])
      expect(() => formatDay(day)).toThrow(RangeError)
    expect(() => formatLondonDate('soon')).toThrow(RangeError)
  })
})
