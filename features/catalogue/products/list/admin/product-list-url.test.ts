import { describe, expect, test } from 'vitest'
import { columnSort, productListPath, productListUrl, readProductDialog } from './product-list-url.ts'

const id = '7b0e8d0e-3a0b-4c59-9a57-4f5e7f4f1a11'
const read = (query: string) => productListUrl.read(new URLSearchParams(query))
const defaultView = { search: '', category: null, show: null, sort: 'name', page: 1 } as const

describe('URL of the product list', () => {
  test('search, category, kind, order and page are read from the URL', () => {
    expect(read(`search=wild+honey&category=${id}&show=low&sort=stock-down&page=3`)).toEqual({
      search: 'wild honey',
      category: id,
      show: 'low',
      sort: 'stock-down',
      page: 3,
    })
  })

  test('invalid parameters are ignored', () => {
    for (const query of ['', 'category=honey&show=lost&sort=colour&page=-1', 'search=%20&page=1e9&sort='])
      expect(read(query)).toEqual(defaultView)
    expect(read(`search=${'a'.repeat(900)}`).search).toHaveLength(200)
  })

  test('a URL is parsed to the view and dialog it was built from', () => {
    const view = { search: 'Anu & Co?', category: id, show: 'off', sort: 'price', page: 2 } as const
    for (const dialog of [null, { kind: 'add' }, { kind: 'edit', id }, { kind: 'stock', id }] as const) {
      const query = productListPath(view, dialog).split('?')[1]!
      expect([read(query), readProductDialog(new URLSearchParams(query))]).toEqual([view, dialog])
    }
    expect(productListPath(defaultView)).toBe('/admin/products')
  })

  test('a click on a column sorts by it, a second click reverses the order', () => {
    expect(columnSort(read('page=2'), 'price')).toEqual({ to: '/admin/products?sort=price', direction: null })
    expect(columnSort(read('sort=price'), 'price')).toEqual({
      to: '/admin/products?sort=price-down',
      direction: 'ascending',
    })
    expect(columnSort(read('sort=price-down'), 'price')).toEqual({
      to: '/admin/products?sort=price',
      direction: 'descending',
    })
  })
})
