import { expect, test } from 'vitest'
import { countSentence, listTitle } from './order-list-words.ts'

test('the row count says which rows of how many are in view', () => {
  expect(countSentence({ page: 1, total: 0 })).toBe('0 orders')
  expect(countSentence({ page: 1, total: 1 })).toBe('1 order')
  expect(countSentence({ page: 1, total: 24 })).toBe('24 orders')
  expect(countSentence({ page: 1, total: 25 })).toBe('Orders 1 to 24 of 25')
  expect(countSentence({ page: 2, total: 25 })).toBe('Orders 25 to 25 of 25')
  expect(countSentence({ page: 56, total: 1340 })).toBe('Orders 1,321 to 1,340 of 1,340')
  expect(countSentence({ page: 1, total: 10_000 })).toBe('Orders 1 to 24 of more than 9,999')
})

test('the title tells lists apart', () => {
  expect(listTitle({ search: '', status: null, page: 1 }, null)).toBe('Orders')
  expect(listTitle({ search: 'anu', status: 'shipped', page: 2 }, 'Shipped')).toBe('Shipped orders matching ‘anu’, page 2')
})
