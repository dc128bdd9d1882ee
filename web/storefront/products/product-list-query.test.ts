import { expect, test } from 'vitest'
import { productListPath, parseProductListQuery } from './product-list-query.ts'

const read = (query: string) => parseProductListQuery(new URLSearchParams(query))

test('STOREFRONT-7 an address without parameters is all products, Featured, page 1', () => {
  expect(read('')).toEqual({ category: null, bestSellersOnly: false, sort: 'featured', page: 1 })
})
test('STOREFRONT-7 category and filter are read by their names', () => {
  expect(read('category=honey-jaggery&filter=best-sellers&sort=newest&page=3')).toEqual({
    category: 'honey-jaggery',
    bestSellersOnly: true,
    sort: 'newest',
    page: 3,
  })
})
test('nonsense in the address counts as not said', () => {
  for (const page of ['0', '-1', '1.5', 'NaN', '1e999', 'two']) expect(read(`page=${page}`).page).toBe(1)
  expect(read('sort=cheapest').sort).toBe('featured')
  expect(read('filter=all').bestSellersOnly).toBe(false)
  expect(read('category=%20').category).toBe(null)
})
test('a form sent before scripts, with empty choices, reads as the same list', () => {
  expect(productListPath(read('category=&sort=featured'))).toBe('/products')
})
test('every choice comes back from its own address', () => {
  const listQuery = { category: 'masalas-spice-blends', bestSellersOnly: true, sort: 'price-high-to-low', page: 2 } as const
  expect(read(productListPath(listQuery).split('?')[1]!)).toEqual(listQuery)
})
