import { expect, test } from 'vitest'
import { orderByPlaces } from './order-by-places.ts'

test.each([
  [['1', '2', '3'], 'abc'],
  [[], 'abc'],
  [['', 'x', '1'], 'cab'],
  [['3', '2', '3'], 'bca'],
  [['2', '2', '3'], 'bac'],
  [['1', '1', '3'], 'bac'],
  [['9', '2', '3'], 'bca'],
])('CATALOGUE-35 PICTURE-14 with the places %j the order is %s', (places, expected) => {
  expect(orderByPlaces(['a', 'b', 'c'], places).join('')).toBe(expected)
})
