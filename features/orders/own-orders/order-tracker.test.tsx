import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderSummary } from '#features/orders/order.ts'
import { OrderTracker } from './order-tracker.tsx'

const order: OrderSummary = {
  id: 'a2c5b3a4-0000-4000-8000-000000000001',
  created_at: '2026-10-30T10:00:00.000Z',
  status: 'delivered',
  total_amount: 6.95,
  delivery_service: 'standard',
  delivery_rate: null,
  delivery_free_over: null,
  delivery_charge: 0,
  dispatch_day: null,
  estimated_delivery: '2026-11-04',
  actual_delivery: '2026-11-02T15:00:00.000Z',
  cancellation: null,
  carrier: null,
  tracking_number: null,
  door_payment: null,
  refunds: [],
  shipping_address: {
    full_name: 'Asha',
    phone: '1',
    address: '1 Mill Lane',
    post_code: 'YO1 7HH',
    city: 'York',
    country: 'United Kingdom',
  },
  payment_method: 'cod',
  items: [],
}
const cancellation = {
  at: '2026-11-05T09:30:00.000Z',
  reason: 'Cancelled by admin',
  actor_kind: 'admin',
  customer_note: null,
} as const
const textOf = (changes: Partial<OrderSummary>) =>
  renderToStaticMarkup(<OrderTracker order={{ ...order, ...changes }} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('ORDER-14 an order cancelled after delivery still shows the delivery date', () => {
  const text = textOf({ status: 'cancelled', cancellation })
  expect(text).toContain('Delivered on 2 November 2026')
  expect(text).toContain('Order Cancelled on 5 November 2026')
})

test('ORDER-13 an order cancelled before delivery shows no delivery date', () => {
  const text = textOf({ status: 'cancelled', cancellation, actual_delivery: null })
  expect(text).not.toMatch(/Delivered on|Expected delivery/)
})

test('a cancelled order shows who cancelled it and the message for the customer, not the internal reason', () => {
  const note = 'The pepper of this harvest never came. We are sorry.'
  const byUs = textOf({ status: 'cancelled', cancellation: { ...cancellation, customer_note: note } })
  expect(byUs).toContain(`Cancelled by us ${note}`)
  expect(byUs).not.toContain('Cancelled by admin')
  expect(
    textOf({ status: 'cancelled', cancellation: { ...cancellation, actor_kind: 'customer' } }),
  ).toContain('Cancelled by you')
})

test('ORDER-61 a tracking number is shown with the link to its carrier, and not on a cancelled order', () => {
  const tracked = { carrier: 'dpd', tracking_number: '1550 1234' } as const
  expect(textOf({ status: 'shipped', ...tracked })).toContain('DPD, tracking number 1550 1234')
  const markup = renderToStaticMarkup(<OrderTracker order={{ ...order, status: 'shipped', ...tracked }} />)
  expect(markup).toContain('href="https://track.dpd.co.uk/search?reference=15501234"')
  expect(textOf({ status: 'shipped', ...tracked, carrier: 'other' })).toContain('Tracking number 1550 1234')
  expect(textOf({ status: 'cancelled', cancellation, ...tracked })).not.toContain('1550 1234')
})
