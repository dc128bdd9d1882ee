import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseNetWeight, unitPrice } from './unit-price.ts'

describe('Net weight', () => {
  test.each([
    ['100g', 'kg', 100],
    ['1kg', 'kg', 1000],
    ['1.5 KG', 'kg', 1500],
    ['500ml', 'litre', 500],
    [' 75 cl ', 'litre', 750],
    ['2l', 'litre', 2000],
    ['6 x 50g', 'kg', 300],
    ['2×1.25kg', 'kg', 2500],
    ['0.5g', 'kg', 0.5],
  ])('%s is parsed', (text, unit, amount) => {
    expect(parseNetWeight(text)).toEqual({ unit, thousandths: amount * 1000 })
  })

  test.each([
    null,
    '',
    '100',
    'g',
    '0g',
    '-100g',
    '1,5kg',
    '1,000g',
    'about 100g',
    '100 grams',
    '100g 200g',
    '1e3g',
    '9999 x 999999kg',
    '100oz',
  ])('%j is not', (text) => {
    expect(parseNetWeight(text)).toBeNull()
    expect(unitPrice(4.5, text)).toBeNull()
  })
})

describe('FOOD-12 Unit price (Price Marking Order 2004)', () => {
  test.each([
    [4.75, '100g', '£47.50 per kg'],
    [4.75, '340g', '£13.97 per kg'],
    [6.95, '2kg', '£3.48 per kg'],
    [9.95, '500ml', '£19.90 per litre'],
    [14.95, '100g', '£149.50 per kg'],
    [14.95, '10g', '£1,495.00 per kg'],
    [1, '1kg', '£1.00 per kg'],
    [0.99, '1kg', '99p per kg'],
    [1.29, '1.5kg', '86p per kg'],
    [0.85, '2kg', '42.5p per kg'],
    [1, '3kg', '33.3p per kg'],
    [2.99, '3kg', '99.7p per kg'],
    [4.99, '5kg', '99.8p per kg'],
    [99.99, '100kg', '£1.00 per kg'],
    [0, '100g', '0p per kg'],
  ])('£%d for %s is %s', (price, weight, shown) => {
    expect(unitPrice(price, weight)).toBe(shown)
  })

  test('the unit prices of the demo agree with exact arithmetic', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
      products: { price: number; net_weight: string }[]
    }
    const wrong = products.filter(({ price, net_weight }) => {
      const [, amount, unit] = /^(\d+)(g|kg|ml)$/.exec(net_weight)!
      const grams = BigInt(amount!) * (unit === 'kg' ? 1000n : 1n)
      const pence = (BigInt(Math.round(price * 100)) * 2000n + grams) / (2n * grams)
      const pounds = `£${(Number(pence) / 100).toFixed(2)} per ${unit === 'ml' ? 'litre' : 'kg'}`
      return unitPrice(price, net_weight) !== pounds
    })
    expect(wrong).toEqual([])
    expect(products).toHaveLength(48)
  })
})
