import { expect, test } from 'vitest'
import { dispatchCountdown, dispatchOrder } from './dispatch-countdown.ts'

const at = (iso: string) => new Date(iso)
const left = (createdAt: string, now: string) => {
  const countdown = dispatchCountdown({ created_at: createdAt, dispatch_day: null }, at(now))
  return countdown.isOverdue
    ? 'Overdue'
    : `${countdown.hours}h ${countdown.minutes}m${countdown.isUrgent ? ' urgent' : ''}`
}

test('ORDER-41 the deadline is 21:30 on the day after the order, in London', () => {
  expect(left('2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z')).toBe('36h 30m')
  expect(left('2026-07-10T09:00:00Z', '2026-07-11T09:00:00Z')).toBe('11h 30m')
})

test('ORDER-41 three hours before the deadline are not urgent; a moment later is', () => {
  expect(left('2026-01-10T09:00:00Z', '2026-01-11T18:30:00Z')).toBe('3h 0m')
  expect(left('2026-01-10T09:00:00Z', '2026-01-11T18:30:00.001Z')).toBe('2h 59m urgent')
})

test('ORDER-41 at the deadline it is not overdue; a moment later it is', () => {
  expect(left('2026-01-10T09:00:00Z', '2026-01-11T21:30:00Z')).toBe('0h 0m urgent')
  expect(left('2026-01-10T09:00:00Z', '2026-01-11T21:30:00.001Z')).toBe('Overdue')
})

test('ORDER-41 an order just before midnight in London belongs to that day, whatever day it is in UTC', () => {
  expect(
    dispatchCountdown({ created_at: '2026-07-10T22:59:59Z', dispatch_day: null }, at('2026-07-10T23:00:00Z'))
      .deadline,
  ).toBe('2026-07-11T20:30:00.000Z')
  expect(
    dispatchCountdown({ created_at: '2026-07-10T23:00:00Z', dispatch_day: null }, at('2026-07-10T23:00:00Z'))
      .deadline,
  ).toBe('2026-07-12T20:30:00.000Z')
})

test('ORDER-41 clock changes shorten (29 March 2026) and lengthen (25 October 2026) the countdown by an hour', () => {
  expect(left('2026-03-28T12:00:00Z', '2026-03-28T12:00:00Z')).toBe('32h 30m')
  expect(left('2026-03-29T12:00:00Z', '2026-03-29T12:00:00Z')).toBe('32h 30m')
  expect(left('2026-10-24T11:00:00Z', '2026-10-24T11:00:00Z')).toBe('34h 30m')
  expect(left('2026-10-25T12:00:00Z', '2026-10-25T12:00:00Z')).toBe('33h 30m')
})

test('ORDER-41 every hour of 2026 agrees with an independent calculation', () => {
  const summer = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)] as const
  const ahead = (instant: number) => (instant >= summer[0] && instant < summer[1] ? 3_600_000 : 0)
  for (let created = Date.UTC(2026, 0, 1); created < Date.UTC(2027, 0, 1); created += 3_600_000) {
    for (const minute of [0, 15, 30, 59]) {
      const instant = created + minute * 60_000
      const day = Math.floor((instant + ahead(instant)) / 86_400_000) + 1
      const wall = day * 86_400_000 + (21 * 60 + 30) * 60_000
      const iso = new Date(instant).toISOString()
      expect(dispatchCountdown({ created_at: iso, dispatch_day: null }, at(iso)).deadline).toBe(
        new Date(wall - ahead(wall)).toISOString(),
      )
    }
  }
})

test('DELIVERY-17 an express order is due on the day that it is sent, before standard orders of the same deadline', () => {
  const express = { created_at: '2026-07-10T09:00:00Z', dispatch_day: '2026-07-10' }
  expect(dispatchCountdown(express, at('2026-07-10T19:00:00Z'))).toMatchObject({
    deadline: '2026-07-10T20:30:00.000Z',
    isUrgent: true,
    isOverdue: false,
  })
  expect(dispatchCountdown(express, at('2026-07-10T20:30:01Z')).isOverdue).toBe(true)
  const due = { created_at: '2026-07-08T23:00:00Z', dispatch_day: null }
  const overdue = { created_at: '2026-07-08T22:59:59Z', dispatch_day: null }
  expect(dispatchCountdown(due, at('2026-07-10T20:00:00Z')).deadline).toBe('2026-07-10T20:30:00.000Z')
  expect(dispatchOrder(express)).toBeLessThanOrEqual(dispatchOrder(due))
  expect(dispatchOrder(express)).toBeGreaterThan(dispatchOrder(overdue))
})
