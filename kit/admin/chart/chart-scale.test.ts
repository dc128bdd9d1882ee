import { describe, expect, test } from 'vitest'
import { addDays } from '#shop/dates/dates.ts'
import { formatCompactPounds, columnIndexAt, dayAxisLabels, chartAxisTicks } from './chart-scale.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(first, index))
const labelsOf = (first: string, count: number) =>
  dayAxisLabels(daysFrom(first, count)).map(({ label }) => label)

describe('Axes of a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4.5, [0, 2, 4, 6]],
    [12, [0, 5, 10, 15]],
    [100, [0, 50, 100]],
    [101, [0, 50, 100, 150]],
    [1_234.56, [0, 500, 1000, 1500]],
    [9_999_999, [0, 5_000_000, 10_000_000]],
  ])('the ticks up to %d are round values', (maximum, ticks) => {
    expect(chartAxisTicks(maximum)).toEqual(ticks)
  })

  test('any maximum has two to six integer ticks, the last at or above it', () => {
    for (let maximum = 0; maximum < 5000; maximum += 0.37) {
      const ticks = chartAxisTicks(maximum)
      expect(ticks.length, String(maximum)).toBeGreaterThanOrEqual(2)
      expect(ticks.length, String(maximum)).toBeLessThanOrEqual(6)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(maximum)
    }
  })

  test('a week labels each day, a month its Mondays, a quarter the 1st and 15th of each month', () => {
    expect(labelsOf('2026-11-15', 7)).toEqual([
      'Sun 15',
      'Mon 16',
      'Tue 17',
      'Wed 18',
      'Thu 19',
      'Fri 20',
      'Sat 21',
    ])
    expect(labelsOf('2026-10-23', 30)).toEqual(['26 Oct', '2 Nov', '9 Nov', '16 Nov'])
    expect(labelsOf('2026-08-24', 90)).toEqual(['1 Sep', '15 Sep', '1 Oct', '15 Oct', '1 Nov', '15 Nov'])
  })

  test('amounts in pounds are abbreviated from 10,000', () => {
    expect([0, 500, 5000, 10_000, 150_000, 1_500_000, 20_000_000].map(formatCompactPounds)).toEqual([
      '£0',
      '£500',
      '£5,000',
      '£10k',
      '£150k',
      '£1.5m',
      '£20m',
    ])
  })

  test('a point maps to its column, and outside the chart to the nearest one', () => {
    expect([-0.2, 0, 0.24, 0.25, 0.999, 1, 7].map((share) => columnIndexAt(share, 4))).toEqual([
      0, 0, 0, 1, 3, 3, 3,
    ])
  })
})
