import { expect, test } from 'vitest'
import { commonCountdown, type OrderToSend } from './orders-to-send.ts'
import { ordersToSendMessages } from './dashboard-messages.ts'

const placed = (...moments: string[]): OrderToSend[] =>
  moments.map((created_at, at) => ({
    id: String(at),
    status: 'pending',
    created_at,
    total_amount: 1,
    dispatch_day: null,
    delivery_service: 'standard' as const,
    full_name: 'Priya',
    post_code: 'N1 1AA',
    country: 'United Kingdom',
    phone: '020 7946 0100',
    has_recalled: false,
    quantity: 1,
  }))
const deadline = '2026-11-22T21:30:00.000Z'
const now = new Date('2026-11-21T22:00:00Z')

test('ADMIN-14 a common deadline is shown once, otherwise one with each order', () => {
  const shared = { isOverdue: false, isUrgent: false, deadline, hours: 23, minutes: 30 }
  expect(
    commonCountdown({ orders: placed('2026-11-21T08:00Z', '2026-11-21T21:00Z'), deadline }, now),
  ).toEqual(shared)
  expect(
    commonCountdown({ orders: placed('2026-11-20T08:00Z', '2026-11-21T21:00Z'), deadline }, now),
    'one is overdue',
  ).toBe(null)
  expect(
    commonCountdown({ orders: placed('2026-11-21T08:00Z', '2026-11-22T08:00Z'), deadline }, now),
    'one has a day more',
  ).toBe(null)
  expect(
    commonCountdown({ orders: placed('2026-11-21T08:00Z'), deadline }, new Date('2026-11-22T21:30:01Z')),
    'over meanwhile',
  ).toBe(null)
  expect(commonCountdown({ orders: [], deadline }, now)).toBe(null)
})

test('ADMIN-14 distinguishes due, overdue and later orders', () => {
  const due = (count: number, overdue: number) =>
    ordersToSendMessages.due(count, overdue, '22 November 2026, 9:30 pm')
  expect([due(2, 0), due(1, 3), due(0, 3), due(0, 0)]).toEqual([
    '2 orders have to be sent by 22 November 2026, 9:30 pm',
    '1 order has to be sent by 22 November 2026, 9:30 pm',
    'Nothing else is due by 22 November 2026, 9:30 pm',
    'Nothing is due by 22 November 2026, 9:30 pm: these orders have longer',
  ])
})

test('packing slips are offered for all waiting orders, up to the print limit', () => {
  expect([
    ordersToSendMessages.slips(1, 1),
    ordersToSendMessages.slips(22, 22),
    ordersToSendMessages.slips(24, 31),
  ]).toEqual(['Packing slip', 'Packing slips for all 22', 'Packing slips for the first 24'])
  expect([ordersToSendMessages.slipsAtMost(22, 22), ordersToSendMessages.slipsAtMost(24, 31)]).toEqual([
    '',
    '. At most 24 packing slips are printed at once.',
  ])
})
