import { expect, test } from 'vitest'
import { dispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import { formatCountdown } from './format-countdown.ts'

const countdownAt = (now: string) =>
  formatCountdown(
    dispatchCountdown({ created_at: '2026-11-21T09:00:00Z', dispatch_day: null }, new Date(now)),
  )

test('ORDER-41 the countdown shows hours and minutes left, and Overdue after 21:30 of the next day', () => {
  expect(countdownAt('2026-11-21T09:00:00Z')).toBe('36 h 30 min left')
  expect(countdownAt('2026-11-22T21:29:00Z')).toBe('0 h 1 min left')
  expect(countdownAt('2026-11-22T21:30:01Z')).toBe('Overdue')
})
