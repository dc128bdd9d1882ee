import { expect, test } from 'vitest'
import { orderRefundRefused } from '#features/orders/refunds/refund-refusals.server.ts'
import {
  emptyRefundDraft,
  parseFreeAmount,
  parseRefundDraft,
  parseRefundQuantity,
  refundAmountField,
  refundQuantityField,
  wholeRefundDraft,
} from './refund-draft.ts'

const base = {
  key: '3f2a91bc-0000-4000-8000-000000000001',
  version: 4,
  door_payment: 'cash' as const,
  remaining: 15.5,
  delivery: 0,
  items: [
    { id: 'honey', product_name: 'Honey', price: 4.5, remaining: 3 },
    { id: 'pepper', product_name: 'Pepper', price: 2.25, remaining: 2 },
  ],
}
const amountOf = (quantities: Record<string, string>, free = '') =>
  parseRefundDraft(base, { ...emptyRefundDraft, quantities, free })?.amount

test('REFUND-4 the amount is price times quantity and the goodwill amount', () => {
  expect(amountOf({})).toBe(0)
  expect(amountOf({ honey: '2' })).toBe(9)
  expect(amountOf({ honey: '1', pepper: ' 1 ' }, '£0.10')).toBe(6.85)
  expect(amountOf({ honey: '4' })).toBeUndefined()
  expect(amountOf({ honey: '1' }, 'much')).toBeUndefined()
})

test('REFUND-3 every piece without a goodwill amount is what remains', () => {
  const whole = wholeRefundDraft(base, { ...emptyRefundDraft, free: '2', reason: 'Kept' })
  expect(whole).toMatchObject({ quantities: { honey: '3', pepper: '2' }, free: '', reason: 'Kept' })
  expect(parseRefundDraft(base, whole)).toMatchObject({ isWhole: true, amount: 15.5 })
  expect(amountOf({ honey: '3', pepper: '2' }, '1')).toBe(19)
})

test('REFUND-16 the delivery charge is part of the whole order, and otherwise only if it is ticked', () => {
  const charged = { ...base, delivery: 3.99, remaining: 21.99 }
  const whole = wholeRefundDraft(charged, emptyRefundDraft)
  expect(parseRefundDraft(charged, whole)).toMatchObject({ isWhole: true, hasDelivery: true, amount: 21.99 })
  expect(parseRefundDraft(charged, { ...whole, hasDelivery: false })).toMatchObject({
    isWhole: false,
    hasDelivery: false,
    amount: 18,
  })
  const honey = { ...emptyRefundDraft, quantities: { honey: '1' } }
  expect(parseRefundDraft(charged, honey)?.amount).toBe(4.5)
  expect(parseRefundDraft(charged, { ...honey, hasDelivery: true })?.amount).toBe(8.49)
  expect(parseRefundDraft(base, { ...honey, hasDelivery: true })?.amount).toBe(4.5)
})

test.each([
  ['', 0],
  ['0', 0],
  ['3', 3],
  ['4', null],
  ['-1', null],
  ['1.5', null],
  ['one', null],
])('REFUND-11 a quantity of %j of three is %j', (text, quantity) => {
  expect(parseRefundQuantity(text, 3)).toBe(quantity)
})

test.each([
  ['', 0],
  ['2.5', 2.5],
  ['£ 2.50', 2.5],
  ['2.555', null],
  ['-1', null],
  ['1e3', null],
])('REFUND-11 a goodwill amount of %j is %j', (text, amount) => {
  expect(parseFreeAmount(text)).toBe(amount)
})

test.each([
  { free: '20', quantities: { honey: '', pepper: '1' }, field: 'free_amount' },
  { free: '', quantities: { honey: '0', pepper: '2' }, field: refundQuantityField('pepper') },
])('REFUND-20 a refund above what was paid marks its field: %j', ({ field, ...draft }) => {
  const { actionResult, status } = orderRefundRefused(
    { code: 'more-than-remains', amount: 20, remaining: 15.5 },
    { quantityField: refundQuantityField, amountField: refundAmountField(draft) },
  )
  expect(status).toBe(422)
  expect(actionResult).toMatchObject({
    errors: { [field]: 'That comes to £20.00, and only £15.50 can still be refunded' },
  })
})
