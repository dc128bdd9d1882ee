import { expect, test } from 'vitest'
import type { StockMovement } from '#features/stock/stock-movement.ts'
import { movementAuthor, movementBatches, formatSigned } from './stock-movement-labels.ts'

const movement = (changes: Partial<StockMovement>): StockMovement => ({
  id: 1,
  quantity_change: 1,
  stock_after: 1,
  reason: 'x',
  action_type: 'manual_adjustment',
  actor_kind: 'admin',
  author_name: null,
  order_id: null,
  created_at: '2026-11-21T10:00:00Z',
  batches: [],
  ...changes,
})

test('a change of stock is formatted with its sign', () =>
  expect([formatSigned(12), formatSigned(-2)]).toEqual(['+12', '−2']))

test('STOCK-1 the author of a movement is the name or the kind of actor, with the order if there is one', () => {
  expect(movementAuthor(movement({ author_name: 'Devika' }))).toBe('Devika')
  expect(movementAuthor(movement({}))).toBe('an administrator')
  expect(movementAuthor(movement({ actor_kind: 'system' }))).toBe('the shop itself')
  expect(movementAuthor(movement({ actor_kind: 'customer', order_id: 'abcdef12-0000' }))).toBe(
    'a customer, order ABCDEF12',
  )
})

test('STOCK-20 a movement names the batches that it moved', () => {
  expect(movementBatches(movement({}))).toBe('')
  expect(
    movementBatches(
      movement({
        batches: [
          { batch_number: null, is_unrecorded: true, quantity: -1 },
          { batch_number: 'A12', is_unrecorded: false, quantity: -3 },
          { batch_number: null, is_unrecorded: false, quantity: 2 },
        ],
      }),
    ),
  ).toBe('−1 not recorded, −3 of A12, +2 of a batch without number')
})
