import { describe, expect, test } from 'vitest'
import { backToListPath, orderListPath, orderListUrl } from './order-list-url.ts'

const read = (query: string) => orderListUrl.read(new URLSearchParams(query))

describe('ORDER-29 URL of the order list', () => {
  test('ORDER-29 search, filter and page are read from the URL', () => {
    expect(read('search=SW1A+1AA&status=shipped&page=3')).toEqual({
      search: 'SW1A 1AA',
      status: 'shipped',
      page: 3,
    })
  })

  test('invalid parameters are ignored', () => {
    const defaultView = { search: '', status: null, page: 1 }
    const queries = [
      '',
      'search=&status=&page=',
      'status=lost&page=-1',
      'page=1e9',
      'page=2.5',
      'page=0',
      'search=%20%20',
    ]
    expect(queries.map(read)).toEqual(queries.map(() => defaultView))
    expect(read(`search=${'a'.repeat(900)}`).search).toHaveLength(200)
  })

  test('a URL is parsed to the view it was built from', () => {
    for (const view of [
      { search: 'Anu & Co?', status: 'pending', page: 2 },
      { search: '', status: null, page: 1 },
      { search: '+44 7700', status: null, page: 9 },
      { search: '', status: 'to-send', page: 2 },
    ] as const) {
      expect(read(orderListPath(view).split('?')[1] ?? '')).toEqual(view)
    }
  })

  test('default values are omitted', () => {
    expect(orderListPath({ search: '  ', status: null, page: 1 })).toBe('/admin/orders')
    expect(orderListPath({ status: 'pending' })).toBe('/admin/orders?status=pending')
  })

  test('the link back keeps the filters and cannot leave the list', () => {
    expect(backToListPath('?status=pending&page=2')).toBe('/admin/orders?status=pending&page=2')
    expect(backToListPath('?status=//evil.example')).toBe('/admin/orders')
  })
})
