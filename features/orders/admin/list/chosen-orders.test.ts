import { describe, expect, test } from 'vitest'
import { NEXT_STATUS, ORDER_STATUSES } from '#features/orders/order-status.ts'
import { tickOrders, withoutNextStep } from './chosen-orders.tsx'

const LAST_STATUS = ORDER_STATUSES.find((status) => NEXT_STATUS[status] === null)!
const ROWS = ['a', 'b', 'c', 'd', 'e']

describe('ORDER-49 Ticking rows', () => {
  test('a box changes its row', () => {
    expect(tickOrders(['b'], ROWS, { id: 'd', isChosen: true, from: null })).toEqual(['b', 'd'])
    expect(tickOrders(['b', 'd'], ROWS, { id: 'b', isChosen: false, from: null })).toEqual(['d'])
  })

  test('with Shift it changes all rows since the last box, in either direction', () => {
    expect(tickOrders(['b'], ROWS, { id: 'd', isChosen: true, from: 'b' })).toEqual(['b', 'c', 'd'])
    expect(tickOrders(['d'], ROWS, { id: 'a', isChosen: true, from: 'd' })).toEqual(['a', 'b', 'c', 'd'])
    expect(tickOrders(ROWS, ROWS, { id: 'c', isChosen: false, from: 'e' })).toEqual(['a', 'b'])
  })

  test('a last box whose row has gone counts for nothing', () => {
    expect(tickOrders([], ROWS, { id: 'c', isChosen: true, from: 'gone' })).toEqual(['c'])
  })

  test('moved orders stay ticked while they have a next step', () => {
    expect(withoutNextStep({ movedIds: ['a'], status: 'shipped', refused: [] })).toEqual([])
    expect(withoutNextStep({ movedIds: ['a'], status: LAST_STATUS, refused: [] })).toEqual(['a'])
  })
})
