import { readFileSync } from 'node:fs'
import { DEFAULT_DELIVERY } from '#shop/delivery/delivery-settings.ts'
import { setCartLimits } from '#shop/cart-limits.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { toCartLimits } from '#features/settings/to-cart-limits.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { demonstrationIdentity, hasInventedCompany, isDemonstration } from '#shop/identity/shop-identity.ts'
import * as constants from '#shop/constants.ts'
import { DeliveryHighlights } from '#features/catalogue/home/delivery-highlights.tsx'

/** Ofcom reserves these numbers for fiction. */
const RESERVED_PHONE_NUMBERS = /^(020 7946 0|0161 496 0|0121 496 0|0113 496 0|01632 960|07700 900)\d{3}$/
const PHONE = /(?<![\w.-])0\d{2,4} \d{3,4} \d{3,4}(?!\w)/g
const FILES_WITH_PHONE_NUMBERS = [
  'shop/identity/shop-identity.ts',
  'demo/catalogue.json',
  'README.md',
  'docs/operations/one-machine.md',
]

test('IDENTITY-1 the demonstration shop has the decided identity', () => {
  expect(demonstrationIdentity).toMatchObject({
    name: 'Ninth Bend',
    company: 'Ninth Bend Foods Ltd',
    address: ['9 Peppercorn Yard', 'London', 'United Kingdom'],
    phone: '020 7946 0123',
    email: 'hello@ninthbend.example',
  })
  expect(isDemonstration(demonstrationIdentity)).toBe(true)
  for (const { url } of demonstrationIdentity.social)
    expect(new URL(url).hostname, 'nobody’s real page').toMatch(/\.example$/)
})

test('IDENTITY-4 another name or company is not the demonstration; only another company removes the mark as invented', () => {
  const renamed = { ...demonstrationIdentity, name: 'Saffron Lane' }
  expect([isDemonstration(renamed), hasInventedCompany(renamed)]).toEqual([false, true])
  const real = { ...demonstrationIdentity, company: 'Saffron Lane Trading Ltd' }
  expect([isDemonstration(real), hasInventedCompany(real)]).toEqual([false, false])
})

test('IDENTITY-2 every phone number of the demonstration is reserved for fiction', () => {
  const numbers = FILES_WITH_PHONE_NUMBERS.flatMap((file) => readFileSync(file, 'utf8').match(PHONE) ?? [])
  expect(numbers).toContain(demonstrationIdentity.phone)
  expect(numbers.filter((number) => !RESERVED_PHONE_NUMBERS.test(number))).toEqual([])
})

test('IDENTITY-3 the README describes the pictures', () => {
  expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain(
    'The demo pictures are illustrations of the demo products',
  )
})

test('the categories named on the home page come first, and no category names products that the demonstration does not sell', () => {
  const { categories, products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
    categories: { slug: string; position: number; description: string }[]
    products: {
      category: string
      is_active: boolean
      name: string
      description: string
      ingredients: string
      manufacturer: { city: string }
    }[]
  }
  const inOrder = categories.toSorted((one, other) => one.position - other.position)
  expect(inOrder.map(({ position }) => position)).toEqual(inOrder.map((_, index) => index + 1))
  expect(inOrder.slice(0, 3).map(({ slug }) => slug)).toEqual([
    'whole-spices',
    'honey-jaggery',
    'snacks-sweets',
  ])
  for (const { slug, description } of categories) {
    const sold = products.filter(({ category, is_active }) => category === slug && is_active)
    const productText = sold
      .map(({ name, description: text, ingredients }) => `${name} ${text} ${ingredients}`)
      .join('\n')
    for (const goods of description.match(
      /\b(?:lime|palm|appam|porridge|puttu|dosa|mango|garlic|prawn|fish|murukku|halwa|honey|cane|matta|kudampuli|chicory)\b/gi,
    ) ?? []) {
      expect(productText.toLowerCase(), `${slug}: ${goods}`).toContain(goods.toLowerCase())
    }
    if (/London/.test(description))
      expect(
        sold.every(({ manufacturer }) => manufacturer.city === 'London'),
        slug,
      ).toBe(true)
  }
})

test('CONTENT-5 CONTENT-6 the amounts in the policy texts', () => {
  expect(constants).toMatchObject({
    FREE_DELIVERY_OVER_POUNDS: 50,
    STANDARD_DELIVERY_POUNDS: 3.99,
    STANDARD_DELIVERY_WORKING_DAYS: '2-3',
    RETURN_WITHIN_DAYS: 30,
    REFUND_WORKING_DAYS: '3-5',
    REPORT_DAMAGE_WITHIN_HOURS: 48,
  })
  setCartLimits(toCartLimits({ limits: DEFAULT_ORDER_LIMITS, delivery: DEFAULT_DELIVERY }))
  const shown = renderToStaticMarkup(createElement(DeliveryHighlights))
  for (const words of ['2-3 working days', '30 days', '3-5 working days', 'No delivery charge'])
    expect(shown).toContain(words)
})
