import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { renderEmailHtml } from '#features/mail/rendering/email-html.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import { orderConfirmationEmail } from './order-confirmation-email.ts'
import { orderChangedEmail } from './order-changed-email.ts'

const item = {
  product_name: 'Sesame Laddu',
  net_weight: '200g',
  allergy_advice: 'Contains: SESAME. May contain: NUTS.',
  quantity: 2,
  price: 4.5,
  subtotal: 9,
}
const order = {
  id: '3f2a91bc-0000-4000-8000-000000000001',
  status: 'processing' as const,
  created_at: '2026-06-21T13:05:00.25Z',
  estimated_delivery: '2026-06-25',
  actual_delivery: null,
  carrier: null,
  tracking_number: null,
  payment_method: 'cod' as const,
  total_amount: 9,
  email: 'priya@shopper.example',
  shipping_address: {
    full_name: 'Priya Nair',
    phone: '020 7946 0100',
    address: '12 Ghat Road',
    post_code: 'SW1A 1AA',
    city: 'London',
    country: 'United Kingdom',
  },
  items: [item],
  delivery_service: 'standard' as const,
  delivery_rate: null,
  delivery_charge: 0,
}
const from = { identity: demonstrationIdentity, publicUrl: 'https://shop.example' }
const all = {
  items: [
    { product_id: 'a', name: 'Sesame Laddu', from: 0, to: 2 },
    { product_id: 'b', name: 'Honey', from: 2, to: 0 },
    { product_id: 'c', name: 'Pepper', from: 1, to: 3 },
  ],
  address: { address: { from: '1 Old Lane', to: '12 Ghat Road' }, phone: { from: '1', to: '020 7946 0100' } },
  total_amount: { from: 13.45, to: 9 },
  delivery_charge: { from: 0, to: 3.99 },
  estimated_delivery: { from: '2026-06-24', to: '2026-06-25' },
}

test('MAIL-20 the email names what was added, removed and changed, with both totals and dates, and the current address', () => {
  const content = orderChangedEmail(order, all, from)
  expect(content.subject).toBe('Your Ninth Bend order 3F2A91BC has changed')
  const text = renderEmailText(content, demonstrationIdentity)
  for (const fact of [
    '2, added',
    'removed, was 2',
    '3 instead of 1',
    '£9.00 instead of £13.45',
    '£3.99 instead of £0.00',
    'instead of Wednesday',
    'Phone number, address changed',
    '12 Ghat Road',
    'Allergy advice: Contains: SESAME. May contain: NUTS.',
    'https://shop.example/profile/orders/3f2a91bc-0000-4000-8000-000000000001',
    '14 days',
  ])
    expect(text).toContain(fact)
  expect(text).not.toContain('1 Old Lane')
})

test('MAIL-20 allergens of the items are bold, and the address is there only if it changed', () => {
  const html = renderEmailHtml(
    orderChangedEmail(order, { items: all.items, total_amount: all.total_amount }, from),
    demonstrationIdentity,
  )
  expect(html).toMatch(/<(?:strong|b)[^>]*>SESAME<\/(?:strong|b)>/)
  expect(html).not.toContain('12 Ghat Road')
})

test('MAIL-20 ORDER-67 without an account there is no link to a page of one', () => {
  const phoned = (has_account: boolean) =>
    renderEmailText(
      orderChangedEmail({ ...order, by_phone: { has_account } }, all, from),
      demonstrationIdentity,
    )
  expect(phoned(false)).not.toContain('/profile/orders/')
  expect(phoned(true)).toContain('/profile/orders/')
})

test('ORDER-67 MAIL-7 the confirmation of an order by phone says so, and has prices, total and how to cancel', () => {
  const confirmation = (by_phone: { has_account: boolean } | null) =>
    renderEmailText(orderConfirmationEmail({ ...order, by_phone }, from), demonstrationIdentity)
  const phoned = confirmation({ has_account: false })
  for (const fact of ['that you gave us by phone', '£4.50 each, £9.00', 'cancel this order', '14 days'])
    expect(phoned).toContain(fact)
  expect(phoned).not.toContain('/profile/orders/')
  expect(confirmation({ has_account: true })).toContain('/profile/orders/')
  expect(confirmation(null)).not.toContain('by phone')
})
