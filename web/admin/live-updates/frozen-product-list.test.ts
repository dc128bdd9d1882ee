import { describe, expect, test } from 'vitest'
import type { AdminProductRow } from '#shop/catalogue/admin/admin-product.ts'
import { mergeFrozenProducts, type LoadedProductList } from './frozen-product-list.ts'

/** 'a5 b3': the products of a page, each with its stock. */
const list = (rows: string, mark = 'first'): LoadedProductList => {
  const products = rows.split(' ').filter(Boolean).map((row) => ({ id: row[0], stock: Number(row.slice(1)) }) as AdminProductRow)
  return { products: { products, page: 1, pageCount: 1, total: products.length, isMore: false, near: null }, wholeList: { total: products.length, mark } }
}
const rowsOf = ({ products }: LoadedProductList) => products?.products.map(({ id, stock }) => `${id}${stock}`).join(' ')

describe('A product list in which somebody works, after it has changed behind them', () => {
  test.each([
    ['shows the new figures where the rows are the same', 'a5 b3', 'a4 b3', 'a4 b3', '', false],
    ['keeps each row in its place when the order is another, with its new figure', 'a5 b6', 'b4 a5', 'a5 b4', '', true],
    ['keeps a row that went, and says which', 'a5 b3 c4', 'a5 c1', 'a5 b3 c1', 'b', true],
    ['keeps out a row that came', 'a5 c4', 'a5 b2 c3', 'a5 c3', '', true],
    ['keeps the rows of a list that is empty now', 'a5', '', 'a5', 'a', true],
  ])('%s', (_what, shown, now, kept, removedIds, isFrozen) => {
    const frozenList = mergeFrozenProducts(list(shown), list(now, 'second'))
    expect([rowsOf(frozenList.shown), frozenList.removedIds.join(' '), frozenList.isFrozen]).toEqual([kept, removedIds, isFrozen])
    // What is chosen as a whole is what was shown as a whole.
    expect(frozenList.shown.wholeList?.mark).toBe(isFrozen ? 'first' : 'second')
    expect(frozenList.shown.products?.total).toBe(list(isFrozen ? shown : now).products?.total)
  })

  test('says of a row that was switched here, and so left the list, what it is now', () => {
    const frozenList = mergeFrozenProducts(list('a5 b3'), list('b3'), new Map([['a', true]]))
    expect(frozenList.shown.products?.products.map(({ id, is_active }) => [id, is_active])).toEqual([['a', true], ['b', undefined]])
  })

  test('shows a list that could not be read before', () => {
    expect(mergeFrozenProducts({ products: null, wholeList: null }, list('a1')).isFrozen).toBe(false)
  })
})
