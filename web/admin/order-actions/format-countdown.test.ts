import { expect, test } from 'vitest'
import { dispatchCountdown } from '#shop/orders/order.ts'
import { formatCountdown } from './format-countdown.ts'

const at = (now: string) => formatCountdown(dispatchCountdown('2026-11-21T09:00:00Z', new Date(now)))

test('ORDER-41 the countdown says hours and minutes left, and Overdue once 21:30 of the next day is past', () => {
  expect(at('2026-11-21T09:00:00Z')).toBe('36 h 30 min left')
  expect(at('2026-11-22T21:29:00Z')).toBe('0 h 1 min left')
  expect(at('2026-11-22T21:30:01Z')).toBe('Overdue')
})
