import { expect, test } from 'vitest'
import { handledRowsLabel, orderCountLabel, showNewOrdersLabel, orderListTitle } from './order-list-labels.ts'

test('the row count shows the displayed range and the total', () => {
  expect(orderCountLabel({ page: 1, total: 0, isMore: false })).toBe('0 orders')
  expect(orderCountLabel({ page: 1, total: 1, isMore: false })).toBe('1 order')
  expect(orderCountLabel({ page: 1, total: 24, isMore: false })).toBe('24 orders')
  expect(orderCountLabel({ page: 1, total: 25, isMore: false })).toBe('Orders 1 to 24 of 25')
  expect(orderCountLabel({ page: 2, total: 25, isMore: false })).toBe('Orders 25 to 25 of 25')
  expect(orderCountLabel({ page: 56, total: 1340, isMore: false })).toBe('Orders 1,321 to 1,340 of 1,340')
  expect(orderCountLabel({ page: 20_834, total: 500_000, isMore: false })).toBe(
    'Orders 499,993 to 500,000 of 500,000',
  )
  expect(orderCountLabel({ page: 42, total: 1000, isMore: true })).toBe(
    'Orders 985 to 1,000 of more than 1,000',
  )
})

test('rows that were moved and are still shown are counted beside the list', () => {
  expect([1, 11].map((count) => `0 orders${handledRowsLabel(count)}`)).toEqual([
    '0 orders, and 1 order that you moved',
    '0 orders, and 11 orders that you moved',
  ])
})

test('pending rows are called new on the first page of the unfiltered list, otherwise more', () => {
  const unfiltered = { search: '', status: null, page: 1 }
  expect([1, 3].map((count) => showNewOrdersLabel(count, unfiltered))).toEqual([
    'Show 1 new order',
    'Show 3 new orders',
  ])
  for (const other of [{ search: 'anu' }, { status: 'shipped' as const }, { page: 2 }]) {
    expect(showNewOrdersLabel(1, { ...unfiltered, ...other })).toBe('Show 1 more order')
  }
})

test('the title contains the filters', () => {
  expect(orderListTitle({ search: '', status: null, page: 1 })).toBe('Orders')
  expect(orderListTitle({ search: '', status: 'to-send', page: 1 })).toBe('Orders to send')
  expect(orderListTitle({ search: 'anu', status: 'shipped', page: 2 })).toBe(
    'Shipped orders matching ‘anu’, page 2',
  )
})
