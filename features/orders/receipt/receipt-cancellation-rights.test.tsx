import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import type { OrderSummary } from '#features/orders/order.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { ReceiptCancellationRights } from './receipt-cancellation-rights.tsx'

const rights = (order: Partial<OrderSummary>) => {
  // A link needs a router, and only an order that was never delivered has no link.
  const element = <ReceiptCancellationRights order={order as OrderSummary} now="2026-11-26T12:00:00Z" />
  return renderToStaticMarkup(
    <ShopIdentityProvider value={demonstrationIdentity}>{element}</ShopIdentityProvider>,
  )
}

test('ORDER-35 the receipt of an order that was cancelled before delivery says that nothing is owed', () => {
  const html = rights({ status: 'cancelled', actual_delivery: null })
  expect(html).toContain(messages.nothingIsOwed)
  expect(html).not.toContain('days of delivery')
})
