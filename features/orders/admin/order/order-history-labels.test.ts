import { expect, test } from 'vitest'
import { describeOrderActor, describeAuditedOrderEdit, describeOrderEdit } from './order-history-labels.ts'

test('ORDER-16 the history shows the kind of actor, and the name if it is known', () => {
  expect(describeOrderActor({ actor_kind: 'admin', actor_name: 'owner@ninthbend.example' })).toBe(
    'Administrator, owner@ninthbend.example',
  )
  expect(describeOrderActor({ actor_kind: 'customer', actor_name: null })).toBe('Customer')
})

test('ORDER-16 an edit lists only what changed', () => {
  const unchanged = {
    total_amount: { from: 9, to: 9 },
    estimated_delivery: { from: '2026-11-24', to: '2026-11-24' },
  }
  const item = { product_id: 'p', name: 'Malabar Cloves' }
  expect(describeOrderEdit({ items: [{ ...item, from: 2, to: 2 }], ...unchanged })).toEqual([])
  expect(
    describeOrderEdit({
      items: [
        { ...item, from: 2, to: 3 },
        { ...item, name: 'Rice Murukku', from: 1, to: 0 },
      ],
      total_amount: { from: 9, to: 11.5 },
      estimated_delivery: { from: '2026-11-24', to: '2026-11-25' },
    }),
  ).toEqual([
    'Malabar Cloves: 2 to 3',
    'Rice Murukku: removed (was 1)',
    'Total: £9.00 to £11.50',
    'Expected delivery: 24 November 2026 to 25 November 2026',
  ])
})

test('ORDER-63 the history has both values of an address, the audit log the fields alone', () => {
  const edit = { address: { phone: { from: '020 7946 0100', to: '07700 900123' } } }
  expect(describeOrderEdit(edit)).toEqual(['Phone number: 020 7946 0100 to 07700 900123'])
  expect(describeAuditedOrderEdit(edit)).toEqual(['Address changed: phone number'])
})
