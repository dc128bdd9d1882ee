import { expect, test } from 'vitest'
import { parseQuantity } from './parse-quantity.ts'

test.each([
  ['1', 1],
  [' 7 ', 7],
  ['007', 7],
  ['12', 12],
])('CART-15 %j is a quantity', (input, quantity) => {
  expect(parseQuantity(input, 1, 12)).toBe(quantity)
})

test.each(['13', '999', '99999999999999999999'])(
  'CART-15 %j exceeds the maximum and becomes the maximum',
  (input) => {
    expect(parseQuantity(input, 1, 12)).toBe(12)
  },
)

test.each(['0', '', ' ', '-1', '2.5', '2,5', '1e3', 'two', '+3', '0x7', '½'])(
  'CART-15 %j is rejected',
  (input) => {
    expect(parseQuantity(input, 1, 12)).toBeNull()
  },
)

test('CART-4 0 is a quantity if the minimum is 0', () => {
  expect(parseQuantity('0', 0, 12)).toBe(0)
})
