import { describe, expect, test } from 'vitest'
import { pageCount, parsePageNumber, clampPage, pageOffset } from './paging.ts'
import { PAGE_SIZE } from '#shop/constants.ts'

describe('Paging', () => {
  test.each([null, undefined, '', '0', '-1', '1.5', '1e3', 'two', ' 2', '99999999999', '٣'])(
    '%j gives the first page',
    (value) => {
      expect(parsePageNumber(value)).toBe(1)
    },
  )

  test('a whole number gives its page', () => {
    expect(parsePageNumber('1')).toBe(1)
    expect(parsePageNumber('17')).toBe(17)
  })

  test('LIMIT-2 pages of 16, 9, 6 and 24', () => {
    expect(pageCount(0, PAGE_SIZE.products)).toBe(1)
    expect(pageCount(16, PAGE_SIZE.products)).toBe(1)
    expect(pageCount(17, PAGE_SIZE.products)).toBe(2)
    expect(pageCount(46, PAGE_SIZE.categories)).toBe(6)
    expect(pageCount(7, PAGE_SIZE.customerOrders)).toBe(2)
    expect(pageCount(48, PAGE_SIZE.adminOrders)).toBe(2)
  })

  test('a page out of range becomes the first', () => {
    expect(clampPage(3, 3)).toBe(3)
    expect(clampPage(4, 3)).toBe(1)
    expect(clampPage(0, 3)).toBe(1)
    expect(clampPage(1.5, 3)).toBe(1)
  })

  test('page offset', () => {
    expect(pageOffset(1, 16)).toBe(0)
    expect(pageOffset(3, 16)).toBe(32)
  })
})
