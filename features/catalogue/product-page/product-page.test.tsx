import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import ProductPage from './product-page.tsx'

const honey = {
  id: 'a2c5b3a4-0000-4000-8000-000000000001',
  slug: 'honey',
  name: 'Forest Honey',
  price: 8.25,
  net_weight: '200g',
  picture: null,
  pictures: [],
  badge: null,
  category: { name: 'Honey', slug: 'honey' },
  description: [],
  brand: 'Ninth Bend',
  manufacturer: { name: 'Ninth Bend Foods', address: '', city: '', country: 'India' },
  storage_instructions: null,
  is_featured: false,
  is_best_seller: false,
  label: {
    allergyAdvice: null,
    ingredients: null,
    nutrition: null,
    statements: { safety: [], nutrition: [], suitableFor: [], other: [] },
  },
}

function headingsOf(stock: number): string[] {
  const more = [
    { ...honey, id: 'a2c5b3a4-0000-4000-8000-000000000002', slug: 'other', name: 'Other Honey', stock: 5 },
  ]
  const Page = () => (
    <ShopIdentityProvider value={demonstrationIdentity}>
      <ProductPage />
    </ShopIdentityProvider>
  )
  const Stub = createRoutesStub([
    { id: 'page', path: '/', Component: Page, HydrateFallback: () => null, loader: () => null },
  ])
  const html = renderToStaticMarkup(
    <Stub
      hydrationData={{
        loaderData: {
          page: { product: { ...honey, stock }, goesWellWith: [], more, offersStockAlert: true },
        },
      }}
    />,
  )
  return [...html.matchAll(/<h[123][^>]*>(.*?)<\/h[123]>/g)].map((found) => found[1]!.replace(/<[^>]+>/g, ''))
}

test('out of stock, the product name is above its details, so that they are not read as those of the related products', () => {
  const headings = headingsOf(0)
  expect(headings[headings.indexOf('Allergens') - 1]).toBe('About Forest Honey')
  expect(headings.indexOf('Other Honey')).toBeLessThan(headings.indexOf('About Forest Honey'))
  expect(headingsOf(5)).not.toContain('About Forest Honey')
})
