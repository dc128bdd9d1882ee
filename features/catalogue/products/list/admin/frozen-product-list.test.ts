import { describe, expect, test } from 'vitest'
import type { AdminProductRow } from '#features/catalogue/products/admin/admin-product.ts'
import { mergeFrozenProducts, type LoadedProductList } from './frozen-product-list.tsx'

/** 'a5 b3' is product a with stock 5 and product b with stock 3. */
const list = (rows: string, mark = 'first'): LoadedProductList => {
  const products = rows
    .split(' ')
    .filter(Boolean)
    .map((row) => ({ id: row[0], stock: Number(row.slice(1)) }) as AdminProductRow)
  return {
    products: { products, page: 1, pageCount: 1, total: products.length, isMore: false, near: null },
    wholeList: { total: products.length, mark },
  }
}
const rowsOf = ({ products }: LoadedProductList) =>
  products?.products.map(({ id, stock }) => `${id}${stock}`).join(' ')

describe('A frozen product list after its result has changed', () => {
  test.each([
    ['shows new stock if the rows are the same', 'a5 b3', 'a4 b3', 'a4 b3', '', false],
    ['keeps rows in place if the order changed, with their new stock', 'a5 b6', 'b4 a5', 'a5 b4', '', true],
    ['keeps and reports a removed row', 'a5 b3 c4', 'a5 c1', 'a5 b3 c1', 'b', true],
    ['does not add a new row', 'a5 c4', 'a5 b2 c3', 'a5 c3', '', true],
    ['keeps the rows if the result is empty', 'a5', '', 'a5', 'a', true],
  ])('%s', (_what, shown, current, expectedRows, removedIds, isFrozen) => {
    const frozenList = mergeFrozenProducts(list(shown), list(current, 'second'))
    expect([rowsOf(frozenList.shown), frozenList.removedIds.join(' '), frozenList.isFrozen]).toEqual([
      expectedRows,
      removedIds,
      isFrozen,
    ])
    // "Select all" refers to the list that is displayed.
    expect(frozenList.shown.wholeList?.mark).toBe(isFrozen ? 'first' : 'second')
    expect(frozenList.shown.products?.total).toBe(list(isFrozen ? shown : current).products?.total)
  })

  test('shows the new state of a row that left the result because it was switched here', () => {
    const frozenList = mergeFrozenProducts(list('a5 b3'), list('b3'), new Map([['a', true]]))
    expect(frozenList.shown.products?.products.map(({ id, is_active }) => [id, is_active])).toEqual([
      ['a', true],
      ['b', undefined],
    ])
  })

  test('shows a list that could not be read before', () => {
    expect(mergeFrozenProducts({ products: null, wholeList: null }, list('a1')).isFrozen).toBe(false)
  })
})
