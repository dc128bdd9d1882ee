import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { SellerDetails } from './seller-details.tsx'

test('CHECKOUT-27 before the order the shopper reads about the 14 days by law, who pays for the return, the form and the terms', () => {
  const html = renderToStaticMarkup(
    <ShopIdentityProvider value={demonstrationIdentity}>
      <SellerDetails isDeliveryCharged />
    </ShopIdentityProvider>,
  )
  expect(html).toMatch(/By law you can cancel within 14 days of delivery[^<]*you then pay to send it back/)
  expect(html).toMatch(/<a href="\/returns-refunds#cancel"[^>]*><span>[^<]*model form/)
  expect(html).toMatch(/<a href="\/terms"[^>]*><span>terms of sale/)
})
