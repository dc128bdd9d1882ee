import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { createEmptyNutrition } from '#features/catalogue/nutrition/nutrition.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  createUnknownAllergens,
  eachAllergen,
  type AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'
import type { ProductDetail, UnitPriced } from '#features/catalogue/products/product.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { ProductFacts } from './product-facts.tsx'
import { withParsedLabel } from './product-label.ts'
import { buildProductHead } from './product-structured-data.tsx'
import { ProductBadge } from '#features/catalogue/product-list/product-badge.tsx'

const grams = (value: number) => ({ value, unit: 'g', per: '100g' })
const allFree = eachAllergen<AllergenStatements['milk']>(() => 'free')
const pickle: UnitPriced<ProductDetail> = {
  offer: null,
  unit_price: '£41.25 per kg',
  id: 'a2c5b3a4-0000-4000-8000-000000000001',
  slug: 'malabar-mussel-pickle',
  category_id: 'c',
  sku: null,
  barcode: null,
  name: 'Malabar Mussel Pickle',
  description: 'Mussels from the Thalassery shore.',
  price: 8.25,
  stock: 5,
  is_active: true,
  is_featured: false,
  is_best_seller: false,
  badge: 'Limited',
  image_url: null,
  image_alt: null,
  more_pictures: [],
  net_weight: '200g',
  brand: 'Ninth Bend',
  ingredients: 'Mussels (MOLLUSCS) (52%), SESAME oil, coconut milk, salt.',
  allergy_advice: 'Contains: SESAME and MOLLUSCS.',
  lifestyle: 'Pescatarian',
  dietary_info: null,
  storage_instructions: 'Keep cool.',
  country_of_origin: 'Origin: Malabar',
  allergens: { ...allFree, sesame: 'contains', molluscs: 'contains' },
  nutrition_info: {
    energy: { value: 298, unit: 'kcal', per: '100g' },
    protein: grams(15),
    carbohydrates: grams(9),
    fat: grams(22),
  },
  manufacturer: { name: 'Salt Kitchen', address: 'Old Court Road', city: 'Kannur', country: 'India' },
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  category: { id: 'c', slug: 'pickles-chutneys', name: 'Pickles & Chutneys' },
  picture: null,
}
function renderInformation(change: Partial<ProductDetail> = {}) {
  const Page = () => (
    <ShopIdentityProvider value={demonstrationIdentity}>
      <ProductFacts product={withParsedLabel({ ...pickle, ...change })} />
    </ShopIdentityProvider>
  )
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: Page, HydrateFallback: () => null }])
  // Without its button, which needs scripts.
  return renderToStaticMarkup(<Stub hydrationData={{}} />).replaceAll(/<button.*?<\/button>/g, '')
}

const sectionText = (page: string, title: string) =>
  new RegExp(`<h2>${title}</h2>(.*?)</section>`)
    .exec(page)?.[1]
    ?.replaceAll(/<[^>]+>/g, ' ')
    .trim()

test('FOOD-9 STOREFRONT-10 all label information is on the page and not collapsed', () => {
  const page = renderInformation()
  for (const text of [
    'Keep cool.',
    '298 kcal',
    '200g',
    'Salt Kitchen, Old Court Road, Kannur, India',
    'Pescatarian',
    'Origin: Malabar',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).not.toContain('<details')
  expect(page).not.toContain('hidden=""')
})

test('only allergens are in bold', () => {
  const emphasised = [...renderInformation().matchAll(/<strong>([^<]*)<\/strong>/g)].map((match) => match[1])
  expect(emphasised).toEqual(['SESAME', 'MOLLUSCS', 'MOLLUSCS', 'SESAME'])
})

test('a product without allergy advice has no empty heading', () => {
  const unknown = { allergy_advice: null, allergens: createUnknownAllergens() }
  expect(renderInformation(unknown)).toContain('Ask us before you buy')
  expect(renderInformation(unknown)).not.toContain('Not known')
})

describe('FOOD-18 Allergens on the product page', () => {
  const allergensText = (change: Partial<ProductDetail>) =>
    sectionText(renderInformation(change), 'Allergens')?.replaceAll(/ +(?=[.,]| )/g, '')

  test.each(ALLERGEN_KEYS)('%s is shown if it is present, without or beside a text', (key) => {
    const word = key === 'sulphites' ? 'SULPHITES' : ALLERGEN_NAMES[key].toUpperCase()
    const allergens = { ...allFree, [key]: 'contains' }
    expect(allergensText({ allergy_advice: null, allergens })).toBe(`Contains: ${word}.`)
    expect(allergensText({ allergy_advice: 'Packed by hand.', allergens })).toBe(
      `Packed by hand. Contains: ${word}.`,
    )
    expect(allergensText({ allergy_advice: `Contains: ${word}.`, allergens })).toBe(`Contains: ${word}.`)
    expect(renderInformation({ allergy_advice: null, allergens })).toContain(`<strong>${word}</strong>`)
  })

  test.each(ALLERGEN_KEYS)('%s is shown as contained if the text names it as possible only', (key) => {
    const word = key === 'sulphites' ? 'SULPHITES' : ALLERGEN_NAMES[key].toUpperCase()
    const textOf = (statement: AllergenStatements['milk']) =>
      allergensText({ allergy_advice: `May contain: ${word}.`, allergens: { ...allFree, [key]: statement } })
    expect(textOf('contains')).toBe(`May contain: ${word}. Contains: ${word}.`)
    expect(textOf('may contain')).toBe(`May contain: ${word}.`)
  })

  test('those that are not known are named, once', () => {
    const allergens = { ...pickle.allergens, celery: 'not known', lupin: 'not known' } as const
    expect(allergensText({ allergens })).toContain('Not known for this product: celery and lupin.')
    expect(
      allergensText({
        allergens,
        allergy_advice: 'Contains: SESAME and MOLLUSCS. Not known: CELERY and LUPIN.',
      }),
    ).toBe('Contains: SESAME and MOLLUSCS. Not known: CELERY and LUPIN.')
    expect(allergensText({ allergens: createUnknownAllergens() })).toContain(
      'Not known for this product: each of the 14 allergens.',
    )
  })

  test('nothing is added to a text that says all of it', () => {
    expect(allergensText({})).toBe('Contains: SESAME and MOLLUSCS.')
    const none = 'Contains none of the 14 named allergens as ingredients.'
    expect(allergensText({ allergy_advice: null, allergens: allFree })).toBe(none)
  })
})

test('FOOD-20 the country of origin is on the page and in structured data', () => {
  const countryOf = (country_of_origin: string | null) =>
    (
      buildProductHead(withParsedLabel({ ...pickle, country_of_origin }), '', '').structuredData as {
        countryOfOrigin?: unknown
      }[]
    )[0]!.countryOfOrigin
  expect(sectionText(renderInformation(), 'Maker')).toMatch(/Country of origin\s+Origin: Malabar/)
  expect(renderInformation({ country_of_origin: null })).not.toContain('Country of origin')
  expect(countryOf('United Kingdom (blended and packed); spices from India')).toEqual({
    '@type': 'Country',
    name: 'United Kingdom',
  })
  expect(countryOf(null)).toBeUndefined()
})

test('OFFER-10 structured data say until when the price of an offer is valid, and what it was if that may be said', () => {
  const offerData = (offer: typeof pickle.offer) =>
    (
      buildProductHead(withParsedLabel({ ...pickle, offer }), '', '').structuredData as { offers: object }[]
    )[0]!.offers
  expect(offerData(null)).not.toHaveProperty('priceValidUntil')
  const until = { until: '3 December', validUntil: '2026-12-03' }
  expect(offerData({ ...until, was: 10 })).toMatchObject({
    price: '8.25',
    priceValidUntil: '2026-12-03',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '10.00' },
  })
  expect(offerData({ ...until, was: null })).not.toHaveProperty('priceSpecification')
})

test('missing nutrition values are not shown as zero', () => {
  expect(renderInformation({ nutrition_info: createEmptyNutrition() })).not.toContain('<table')
  const some = { ...pickle.nutrition_info, salt: { value: null, unit: 'g', per: '100g' }, fat: grams(0) }
  expect(renderInformation({ nutrition_info: some })).toContain('<td>0 g</td>')
  expect(renderInformation({ nutrition_info: some })).not.toContain('Salt</th>')
})

test('FOOD-19 warnings are next to the allergens; claims and organic codes are not listed under diets', () => {
  const page = renderInformation({
    lifestyle: 'Vegetarian',
    dietary_info: 'Gluten free, High fibre, GB-ORG-05, Not suitable for infants under 12 months',
  })
  expect(sectionText(page, 'Allergens')).toContain('Not suitable for infants under 12 months.')
  expect(sectionText(page, 'Suitable for')).toBe('Vegetarian, Gluten free')
  expect(sectionText(page, 'Good to know')).toMatch(/High fibre\..*GB-ORG-05\./)
  const brewed = renderInformation({
    lifestyle: null,
    dietary_info: 'Nutrition values are for tea as brewed without milk',
  })
  expect(brewed).toContain('<th scope="col">Per 100 g as brewed</th>')
  expect(page).toContain('<th scope="col">Per 100 g</th>')
  expect(sectionText(brewed, 'Nutrition')).toContain('as brewed without milk')
  expect([sectionText(brewed, 'Suitable for'), sectionText(brewed, 'Good to know')]).toEqual([
    undefined,
    undefined,
  ])
})

test('FOOD-2 structured data contain the declared values only, with sodium as two fifths of the salt', () => {
  const salted = {
    ...pickle.nutrition_info,
    salt: grams(2.5),
    saturates: grams(3.1),
    energy_kj: { value: 1247, unit: 'kJ', per: '100g' },
  }
  const dataOf = (nutrition_info: UnitPriced<ProductDetail>['nutrition_info']) =>
    (
      buildProductHead(withParsedLabel({ ...pickle, nutrition_info }), '', '').structuredData as {
        nutrition?: unknown
      }[]
    )[0]!.nutrition
  expect(dataOf(salted)).toEqual({
    '@type': 'NutritionInformation',
    servingSize: '100 g',
    calories: '298 kcal',
    fatContent: '22 g',
    saturatedFatContent: '3.1 g',
    carbohydrateContent: '9 g',
    proteinContent: '15 g',
    sodiumContent: '1000 mg',
  })
  expect(dataOf(createEmptyNutrition())).toBeUndefined()
})

test('structured data contain price and stock, but no ratings', () => {
  const head = buildProductHead(withParsedLabel(pickle), 'https://shop.example', 'Ninth Bend')
  const data = JSON.stringify(head.structuredData)
  expect(data).toContain('"price":"8.25"')
  expect(data).toContain('https://schema.org/InStock')
  expect(data).not.toMatch(/rating|review/i)
  expect(data).toContain('"sku":"malabar-mussel-pickle"')
  expect(data).not.toContain('gtin')
  expect(
    JSON.stringify(buildProductHead(withParsedLabel({ ...pickle, stock: 0 }), '', '').structuredData),
  ).toContain('OutOfStock')
})

test('CATALOGUE-33 SKU and barcode are in the structured data and nowhere else on the page', () => {
  const coded = { ...pickle, sku: 'MAL-7', barcode: '5012345678900' }
  const data = JSON.stringify(buildProductHead(withParsedLabel(coded), '', '').structuredData)
  expect(data).toContain('"sku":"MAL-7","gtin":"5012345678900"')
  expect(renderInformation(coded)).not.toMatch(/MAL-7|5012345678900/)
})

test('only best sellers have the Best Seller badge', () => {
  const badge = (is_best_seller: boolean) =>
    renderToStaticMarkup(<ProductBadge product={{ badge: 'Best Seller', is_best_seller }} />)
  expect(badge(true)).toContain('Best Seller')
  expect(badge(false)).toBe('')
})
