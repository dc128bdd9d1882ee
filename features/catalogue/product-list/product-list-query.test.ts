import { describe, expect, test } from 'vitest'
import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#features/catalogue/labels/suitability.ts'
import { productSortOptions } from '#features/catalogue/products/product-sort.ts'
import { parseProductListQuery } from './parse-product-list-query.ts'
import { productListPath, type ProductListQuery } from './product-list-query.ts'

const read = (query: string) => parseProductListQuery(new URLSearchParams(query))
const canonical = (query: string) => productListPath(read(query))
const EVERYTHING: ProductListQuery = {
  search: null,
  category: null,
  bestSellersOnly: false,
  freeFrom: [],
  unknownFreeFrom: [],
  suitableFor: [],
  inStockOnly: false,
  minPrice: null,
  maxPrice: null,
  invalidPrices: {},
  sort: 'featured',
  page: 1,
}

test('STOREFRONT-7 a URL without parameters means all products, Featured, page 1', () => {
  expect(read('')).toEqual(EVERYTHING)
})

test('STOREFRONT-7 category and filter are read from their parameters', () => {
  expect(read('category=honey-jaggery&filter=best-sellers&sort=newest&page=3')).toEqual({
    ...EVERYTHING,
    category: 'honey-jaggery',
    bestSellersOnly: true,
    sort: 'newest',
    page: 3,
  })
})

test('invalid parameters are not applied', () => {
  for (const page of ['0', '-1', '1.5', 'NaN', '1e999', 'two']) expect(read(`page=${page}`).page).toBe(1)
  expect(read('sort=cheapest').sort).toBe('featured')
  expect(read('filter=all').bestSellersOnly).toBe(false)
  expect(read('category=%20').category).toBe(null)
  expect(read('in-stock=yes').inStockOnly).toBe(false)
  expect(read('suitable-for=coeliacs&suitable-for=constructor').suitableFor).toEqual([])
  for (const price of ['-1', 'free', '1e3', '2.999', '0x10', '1,5', 'Infinity'])
    expect(read(`min-price=${price}&max-price=${price}`)).toEqual({
      ...EVERYTHING,
      invalidPrices: { 'min-price': price, 'max-price': price },
    })
})

test('SEARCH-12 a text that is no price stays in the address beside one that is', () => {
  expect(read('min-price=+5.005+&max-price=9.')).toMatchObject({
    minPrice: null,
    maxPrice: 9,
    invalidPrices: { 'min-price': '5.005' },
  })
  expect(canonical('max-price=abc&min-price=5')).toBe('/products?min-price=5&max-price=abc')
})

test('empty parameters of a form sent before hydration are ignored', () => {
  expect(canonical('q=&category=&free-from=&suitable-for=&min-price=&max-price=&sort=featured')).toBe(
    '/products',
  )
})

describe('SEARCH-4 The whole choice is in the address', () => {
  test('SEARCH-4 parameters have one order, whatever they came in', () => {
    expect(
      canonical(
        'page=2&sort=newest&max-price=10&min-price=2.50&in-stock=1&suitable-for=halal&suitable-for=vegan' +
          '&free-from=sesame&free-from=milk&free-from=Sesame&filter=best-sellers&category=rice&q=jeera',
      ),
    ).toBe(
      '/products?q=jeera&category=rice&filter=best-sellers&free-from=milk&free-from=sesame' +
        '&suitable-for=vegan&suitable-for=halal&in-stock=1&min-price=2.5&max-price=10&sort=newest&page=2',
    )
  })

  test('SEARCH-4 a search is one line of at most 100 characters', () => {
    expect(read('q=%20black%09%0A+pepper+').search).toBe('black pepper')
    expect(read('q=%20').search).toBe(null)
    expect(read(`q=${'a'.repeat(99)}+bcd`).search).toBe('a'.repeat(99))
    expect(read(`q=${'a'.repeat(99)}😀`).search).toBe('a'.repeat(99))
    expect(read('q=black%00pepper').search).toBe('black pepper')
  })

  test('SEARCH-6 Best match is the sort of a search unless another is chosen', () => {
    expect(read('q=jeera').sort).toBe('best-match')
    expect(canonical('q=jeera&sort=best-match')).toBe('/products?q=jeera')
    expect(canonical('q=jeera&sort=featured')).toBe('/products?q=jeera&sort=featured')
    expect(canonical('sort=best-match')).toBe('/products')
  })

  test('SEARCH-12 prices the wrong way round are swapped, and nothing is no lower limit', () => {
    expect(read('min-price=10&max-price=2')).toMatchObject({ minPrice: 2, maxPrice: 10 })
    expect(read('min-price=0&max-price=0')).toMatchObject({ minPrice: null, maxPrice: 0 })
    expect(read('min-price=%20£3.20')).toMatchObject({ minPrice: 3.2 })
  })

  test('SEARCH-4 SEARCH-10 every query survives the round trip through its address', () => {
    const pick = <Value>(values: readonly Value[], seed: number) => values[seed % values.length]!
    const some = <Value>(values: readonly Value[], seed: number) =>
      values.filter((_value, index) => (seed >> index) % 3 === 0)
    for (let seed = 0; seed < 5000; seed++) {
      const search = pick([null, 'jeera', 'b & c=d#?', 'ഏലം +1', '“%20”'], seed)
      const query: ProductListQuery = {
        search,
        category: pick([null, 'masalas-spice-blends', 'rice'], seed >> 1),
        bestSellersOnly: seed % 2 === 0,
        freeFrom: some(ALLERGEN_KEYS, seed),
        unknownFreeFrom: pick([[], ['sesam'], ['&', 'a b']], seed >> 2),
        suitableFor: some(SUITABILITY_KEYS, seed >> 3),
        inStockOnly: seed % 5 < 2,
        minPrice: pick([null, 0.01, 2.5], seed >> 4),
        maxPrice: pick([null, 2.5, 999_999.99], seed >> 5),
        invalidPrices: {},
        sort: pick(productSortOptions(search), seed >> 6).value,
        page: 1 + (seed % 7),
      }
      const path = productListPath(query)
      const again = read(path.split('?')[1] ?? '')
      expect(again).toEqual(query)
      expect(productListPath(again)).toBe(path)
    }
  })
})

test('SEARCH-11 an allergen that is not known stays in the address', () => {
  expect(read('free-from=sesam&free-from=milk&free-from=constructor')).toMatchObject({
    freeFrom: ['milk'],
    unknownFreeFrom: ['constructor', 'sesam'],
  })
  expect(canonical('free-from=milk,sesame')).toBe('/products?free-from=milk%2Csesame')
})
