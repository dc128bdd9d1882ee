import { expect, test } from 'vitest'
import { RECENTLY_PLACED_MINUTES, findRecentlyPlaced } from './recently-placed.ts'
import type { OrderStatus } from './order-status.ts'

const now = new Date('2026-11-22T12:00:00Z')
const anOrder = (minutesAgo: number, status: OrderStatus = 'pending') => ({
  status,
  created_at: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
})

test('an order counts as recent for an hour', () => {
  const [newest, older] = [anOrder(5), anOrder(20)]
  expect(findRecentlyPlaced([newest, older], now)).toBe(newest)
  expect(findRecentlyPlaced([anOrder(RECENTLY_PLACED_MINUTES)], now)).toBeNull()
  expect(findRecentlyPlaced([], now)).toBeNull()
})

test('cancelled and delivered orders do not', () => {
  expect(findRecentlyPlaced([anOrder(5, 'cancelled'), anOrder(20)], now)).toBeNull()
  expect(findRecentlyPlaced([anOrder(5, 'delivered')], now)).toBeNull()
  expect(findRecentlyPlaced([anOrder(5, 'shipped')], now)).not.toBeNull()
})
