import { describe, expect, test } from 'vitest'
import {
  mergeOrderDraft,
  listOrderDifferences,
  toOrderDraft,
  draftTotals,
  parseOrderQuantity,
  type BaseOrder,
  type OrderDraft,
} from './order-draft.ts'

const item = (id: string, quantity: number, price = 4.05) => ({
  id,
  product_id: `product of ${id}`,
  product_name: id,
  net_weight: '250g',
  quantity,
  price,
})
const order: BaseOrder = {
  id: '1',
  version: 1,
  status: 'pending',
  created_at: '2026-11-21T10:00:00Z',
  estimated_delivery: '2026-11-25',
  delivery_rate: null,
  delivery_free_over: null,
  items: [item('honey', 2, 6.95), item('pepper', 3)],
  shipping_address: {
    full_name: 'Priya Nair',
    phone: '020 7946 0100',
    address: '12 Ghat Road',
    post_code: 'SW1A 1AA',
    city: 'London',
  },
}
const draft = toOrderDraft(order)
const totalOf = (edited: OrderDraft, base = order) => draftTotals(base, edited)?.total ?? null

describe('ORDER-20 Draft of the edit form', () => {
  test.each(['0', '-1', '1.5', '1e2', '', ' ', 'two', '1000', '99999', '٣'])(
    'ORDER-20 %j is not a valid quantity',
    (text) => {
      expect(parseOrderQuantity(text)).toBeNull()
    },
  )

  test('ORDER-20 a whole number from 1 is a valid quantity', () => {
    expect(['1', ' 12 ', '007', '999'].map(parseOrderQuantity)).toEqual([1, 12, 7, 999])
  })

  test('ORDER-20 the total is the sum of the remaining subtotals', () => {
    expect(totalOf(draft)).toBe(26.05)
    expect(totalOf({ ...draft, quantities: { honey: '5', pepper: '1' } })).toBe(38.8)
    expect(totalOf({ ...draft, removed: ['honey'] })).toBe(12.15)
    expect(totalOf({ ...draft, quantities: { honey: '0', pepper: '1' } })).toBeNull()
    expect(totalOf({ ...draft, quantities: { honey: '0', pepper: '1' }, removed: ['honey'] })).toBe(4.05)
  })
})

test('DELIVERY-18 the total has the charge of the rates that the customer agreed to', () => {
  const charged = { ...order, delivery_rate: 3.99, delivery_free_over: 26 }
  expect(draftTotals(charged, draft)).toEqual({ charge: 0, total: 26.05 })
  expect(draftTotals(charged, { ...draft, removed: ['honey'] })).toEqual({ charge: 3.99, total: 16.14 })
  expect(totalOf({ ...draft, removed: ['honey'] }, { ...charged, delivery_free_over: null })).toBe(16.14)
})

describe('ORDER-23 Concurrent edits of one order', () => {
  const current: BaseOrder = {
    ...order,
    version: 3,
    status: 'processing',
    estimated_delivery: '2026-11-27',
    items: [item('honey', 4, 6.95)],
  }

  test('differences contain both values, and only changed fields', () => {
    expect(listOrderDifferences(order, current)).toEqual([
      { what: 'Status', seen: 'Pending', now: 'Processing' },
      { what: 'honey', seen: '2', now: '4' },
      { what: 'pepper', seen: '3', now: 'removed' },
      { what: 'Expected delivery', seen: '25 November 2026', now: '27 November 2026' },
    ])
    expect(listOrderDifferences(order, order)).toEqual([])
  })

  test('a merge keeps edited values and takes the newer value of unedited fields', () => {
    const { address } = draft
    expect(mergeOrderDraft(draft, order, current)).toEqual({
      address,
      added: [],
      quantities: { honey: '4' },
      removed: [],
      delivery: '2026-11-27',
    })
    const edited = {
      address,
      added: [],
      quantities: { honey: '9', pepper: '3' },
      removed: ['honey', 'pepper'],
      delivery: '2026-12-01',
    }
    expect(mergeOrderDraft(edited, order, current)).toEqual({
      address,
      added: [],
      quantities: { honey: '9' },
      removed: ['honey'],
      delivery: '2026-12-01',
    })
  })
})
