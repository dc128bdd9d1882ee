import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import type { OrderSummary } from '#features/orders/order.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'
import type { OrderEmailRecipient } from './orders-page.server.ts'

const order: OrderSummary = {
  id: 'a2c5b3a4-0000-4000-8000-000000000001',
  created_at: '2026-10-30T10:00:00.000Z',
  status: 'pending',
  total_amount: 6.95,
  delivery_service: 'standard',
  delivery_rate: null,
  delivery_free_over: null,
  delivery_charge: 0,
  dispatch_day: null,
  estimated_delivery: '2026-11-04',
  actual_delivery: null,
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
const textFor = (emailRecipient: Omit<OrderEmailRecipient, 'address'>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ShopIdentityProvider value={demonstrationIdentity}>
        <OrderConfirmation
          order={order}
          emailRecipient={{ address: 'asha@shopper.example', ...emailRecipient }}
        />
      </ShopIdentityProvider>
    </MemoryRouter>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a confirmation held for an unverified address is not announced as sent', () => {
  const held = textFor({ isVerified: false, isConfirmationHeld: true })
  expect(held).toContain(
    'Your confirmation waits for you We send it to asha@shopper.example as soon as you have confirmed this address',
  )
  expect(held).toContain('when you place or cancel one of your first three orders of a day')
  expect(held).toContain('Ask for a new link')
  expect(held).not.toContain('Your confirmation goes to')
})

test('a sent confirmation names its address, and an unverified one that later emails are held', () => {
  const first = textFor({ isVerified: false, isConfirmationHeld: false })
  expect(first).toContain('Your confirmation goes to asha@shopper.example')
  expect(first).toContain('other emails about your orders wait')
  expect(textFor({ isVerified: true, isConfirmationHeld: false })).not.toContain('confirm that this address')
})
