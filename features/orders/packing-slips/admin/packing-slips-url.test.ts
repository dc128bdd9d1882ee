import { expect, test } from 'vitest'
import { readPackingSlipIds, packingSlipsPath } from './packing-slips-url.ts'

const readIds = (query: string) => readPackingSlipIds(new URLSearchParams(query))

test('IDs are read from a comma-separated link and from checkbox values, without duplicates', () => {
  expect(packingSlipsPath(['a', 'b'])).toBe('/admin/orders/slips?ids=a,b')
  expect(readIds('ids=a,b')).toEqual(['a', 'b'])
  expect(readIds('ids=a&ids=b')).toEqual(['a', 'b'])
  expect(readIds('ids=a,%20B,,a&ids=b')).toEqual(['a', 'b'])
  expect([readIds(''), readIds('ids='), readIds('ids=,')]).toEqual([[], [], []])
})
