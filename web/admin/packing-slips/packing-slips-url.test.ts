import { expect, test } from 'vitest'
import { readPackingSlipIds, packingSlipsPath } from './packing-slips-url.ts'

const idsIn = (query: string) => readPackingSlipIds(new URLSearchParams(query))

test('packing slips are asked for as a link says it and as the boxes of the list do, each order once', () => {
  expect(packingSlipsPath(['a', 'b'])).toBe('/admin/orders/slips?ids=a,b')
  expect(idsIn('ids=a,b')).toEqual(['a', 'b'])
  expect(idsIn('ids=a&ids=b')).toEqual(['a', 'b'])
  expect(idsIn('ids=a,%20B,,a&ids=b')).toEqual(['a', 'b'])
  expect([idsIn(''), idsIn('ids='), idsIn('ids=,')]).toEqual([[], [], []])
})
