import { expect, test } from 'vitest'
import { productListPath, parseProductListQuery } from './product-list-query.ts'

const read = (query: string) => parseProductListQuery(new URLSearchParams(query))

test('STOREFRONT-7 a URL without parameters means all products, Featured, page 1', () => {
  expect(read('')).toEqual({ category: null, bestSellersOnly: false, sort: 'featured', page: 1 })
})
test('STOREFRONT-7 category and filter are read from their parameters', () => {
  expect(read('category=honey-jaggery&filter=best-sellers&sort=newest&page=3')).toEqual({
    category: 'honey-jaggery',
    bestSellersOnly: true,
    sort: 'newest',
    page: 3,
  })
})
test('invalid parameters are ignored', () => {
  for (const page of ['0', '-1', '1.5', 'NaN', '1e999', 'two']) expect(read(`page=${page}`).page).toBe(1)
  expect(read('sort=cheapest').sort).toBe('featured')
  expect(read('filter=all').bestSellersOnly).toBe(false)
  expect(read('category=%20').category).toBe(null)
})
test('empty parameters of a form sent before hydration are ignored', () => {
  expect(productListPath(read('category=&sort=featured'))).toBe('/products')
})
test('every query survives the round trip through its URL', () => {
  const listQuery = {
    category: 'masalas-spice-blends',
    bestSellersOnly: true,
    sort: 'price-high-to-low',
    page: 2,
  } as const
  expect(read(productListPath(listQuery).split('?')[1]!)).toEqual(listQuery)
})
