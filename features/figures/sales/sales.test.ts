import { describe, expect, test } from 'vitest'
import { salesMessages } from '#features/dashboard/dashboard-messages.ts'
import { percentageChange, fillMissingDays, sumSalesDays } from './sales.ts'
import { salesPeriodDays, parseSalesPeriod } from './sales-period.ts'

describe('The period of the sales', () => {
  test.each([
    ['7', 7],
    ['30', 30],
    ['90', 90],
    [null, 30],
    ['', 30],
    ['8', 30],
    ['07', 30],
    ['-7', 30],
    ['7e0', 30],
    ['1e9', 30],
    ['90,7', 30],
  ])('days=%s is %i days', (word, days) => {
    expect(parseSalesPeriod(word)).toBe(days)
  })

  test('ends today, directly after the period before', () => {
    expect(salesPeriodDays(7, '2026-11-21')).toEqual({
      first: '2026-11-15',
      last: '2026-11-21',
      firstBefore: '2026-11-08',
      lastBefore: '2026-11-14',
    })
    expect(salesPeriodDays(90, '2026-03-30')).toEqual({
      first: '2025-12-31',
      last: '2026-03-30',
      firstBefore: '2025-10-02',
      lastBefore: '2025-12-30',
    })
  })

  test('missing days are zero, and sums are made in pence', () => {
    const rows = [
      { day: '2026-03-28', orders: 1, pence: 10, delivery_pence: 4 },
      { day: '2026-03-30', orders: 2, pence: 20, delivery_pence: 6 },
    ]
    expect(fillMissingDays(rows, '2026-03-28', '2026-03-30')).toEqual([
      { day: '2026-03-28', orders: 1, pounds: 0.1 },
      { day: '2026-03-29', orders: 0, pounds: 0 },
      { day: '2026-03-30', orders: 2, pounds: 0.2 },
    ])
    expect(sumSalesDays(rows, '2026-03-28', '2026-03-30')).toEqual({ orders: 3, pounds: 0.3, delivery: 0.1 })
    expect(sumSalesDays(rows, '2026-03-29', '2026-03-29')).toEqual({ orders: 0, pounds: 0, delivery: 0 })
  })

  test('is compared in whole per cent, or in words without a base', () => {
    expect([percentageChange(150, 100), percentageChange(50, 100), percentageChange(5, 0)]).toEqual([
      50,
      -50,
      null,
    ])
    const words = (now: number, before: number) => salesMessages.compared(now, before, `£${before}`, 7)
    expect([
      words(150, 100),
      words(40, 100),
      words(0, 100),
      words(100, 100),
      words(1000, 999),
      words(3, 0),
    ]).toEqual([
      '50% more than in the 7 days before (£100)',
      '60% less than in the 7 days before (£100)',
      '100% less than in the 7 days before (£100)',
      'As much as in the 7 days before',
      'Less than 1% more than in the 7 days before (£999)',
      'Nothing in the 7 days before',
    ])
  })

  test('a day has pounds and orders, and today is marked as unfinished', () => {
    expect(salesMessages.ofDay('Friday 20 November 2026', '£12.00', 1, false)).toBe(
      'Friday 20 November 2026: £12.00, 1 order',
    )
    expect(salesMessages.ofDay('Friday 20 November 2026', '£0.00', 0, true)).toBe(
      'Friday 20 November 2026 (so far): £0.00, 0 orders',
    )
  })
})
