import { describe, expect, test } from 'vitest'
import { parseProductSort, productSortOptions } from './product-sort.ts'

const labels = (search: string | null) => productSortOptions(search).map(({ label }) => label)

describe('STOREFRONT-8 The sorts', () => {
  test('STOREFRONT-8 LIMIT-4 in their order, Featured by default', () => {
    expect(labels(null)).toEqual([
      'Featured',
      'Price: Low to High',
      'Price: High to Low',
      'Newest',
      'Unit price: Low to High',
    ])
    expect(parseProductSort('newest')).toBe('newest')
    for (const value of [null, undefined, '', 'cheapest', 'constructor', 'best-match'])
      expect(parseProductSort(value)).toBe('featured')
  })

  test('SEARCH-6 a search adds Best match, which is its default', () => {
    expect(labels('jeera')).toEqual(['Best match', ...labels(null)])
    for (const value of [null, '', 'cheapest', 'best-match'])
      expect(parseProductSort(value, 'jeera')).toBe('best-match')
    expect(parseProductSort('featured', 'jeera')).toBe('featured')
  })
})
