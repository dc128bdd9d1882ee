import { expect, test } from 'vitest'
import { lineField, parseDelivery, type DeliveryLine } from './delivery.ts'

const line = (typed: Partial<DeliveryLine> = {}): DeliveryLine => ({
  product_id: 'p',
  name: 'Honey',
  net_weight: null,
  stock: 0,
  quantity: '12',
  batch_number: '',
  best_before: '',
  unit_cost: '',
  ...typed,
})
const parse = (lines: DeliveryLine[], reason = 'Delivery') => parseDelivery({ reason, lines }, '2026-11-24')
const errorsOf = (typed: Partial<DeliveryLine>) => {
  const parsed = parse([line(typed)])
  return parsed.ok ? {} : parsed.errors
}

test('STOCK-17 what is typed is received exactly: pieces, batch, day and pence', () => {
  expect(
    parse([
      line({ quantity: ' 6 ', batch_number: ' A1 ', best_before: '2026-11-24', unit_cost: '£1.05' }),
      line(),
    ]),
  ).toEqual({
    ok: true,
    lines: [
      { product_id: 'p', quantity: 6, batch_number: 'A1', best_before: '2026-11-24', unit_cost: 1.05 },
      { product_id: 'p', quantity: 12, batch_number: null, best_before: null, unit_cost: null },
    ],
  })
})

test.each([
  ['quantity', { quantity: '' }],
  ['quantity', { quantity: '0' }],
  ['quantity', { quantity: '1.5' }],
  ['quantity', { quantity: '100001' }],
  ['quantity', { quantity: '5012345678900' }],
  ['batch_number', { batch_number: 'x'.repeat(61) }],
  ['best_before', { best_before: '2026-11-23' }],
  ['best_before', { best_before: '2026-02-30' }],
  ['best_before', { best_before: '20226-11-24' }],
  ['unit_cost', { unit_cost: '1.005' }],
  ['unit_cost', { unit_cost: '-1' }],
  ['unit_cost', { unit_cost: '1e3' }],
] as const)('STOCK-17 a wrong %s is named at its field: %j', (field, typed) => {
  expect(Object.keys(errorsOf(typed))).toEqual([lineField(field, 0)])
})

test('STOCK-17 nothing is received without a line or a reason', () => {
  const parsed = parse([], ' ')
  expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual(['reason', 'product_search'])
})

test('STOCK-30 a barcode in the place of the pieces is said to be one', () => {
  expect(errorsOf({ quantity: '036000291452' })['quantity-0']).toMatch(/^Honey: this looks like a barcode/)
})
