import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { orderRefundedEmail } from './order-refunded-email.ts'

const order = {
  id: '3f2a91bc-0000-4000-8000-000000000001',
  status: 'delivered' as const,
  created_at: '2026-06-21T13:05:00.25Z',
  estimated_delivery: '2026-06-24',
  actual_delivery: '2026-06-24T10:00:00Z',
  carrier: null,
  tracking_number: null,
  payment_method: 'cod' as const,
  total_amount: 17.45,
  delivery_service: 'standard' as const,
  delivery_rate: null,
  delivery_charge: 0,
  email: 'priya@shopper.example',
  shipping_address: {
    full_name: 'Priya Nair',
    phone: '020 7946 0100',
    address: '12 Ghat Road',
    post_code: 'SW1A 1AA',
    city: 'London',
    country: 'United Kingdom',
  },
  items: [],
}
const from = { identity: demonstrationIdentity, publicUrl: 'https://shop.example' }

test.each([
  ['cash', 'in cash within 3-5 working days'],
  ['card', 'back to the card that you paid with'],
  ['bank-transfer', 'by bank transfer within 3-5 working days'],
] as const)(
  'REFUND-12 the email says how and when money comes by %s, with items and amounts',
  (method, words) => {
    const lines = [{ product_name: 'Honey', net_weight: '340g', quantity: 1, price: 7.25, amount: 7.25 }]
    const { blocks, subject } = orderRefundedEmail(
      order,
      { amount: 9.25, method, delivery_amount: 0, refunded_so_far: 10, lines },
      from,
    )
    const text = JSON.stringify(blocks)
    expect(subject).toContain('3F2A91BC')
    for (const fact of [
      words,
      '£9.25',
      '£7.25',
      'Honey',
      'Goodwill',
      '£2.00',
      '£7.45',
      '/profile/orders/3f2a91bc',
    ])
      expect(text).toContain(fact)
  },
)
