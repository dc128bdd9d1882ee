import { expect, test } from 'vitest'
import { moveItem } from './move-item.ts'

test.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
] as const)('CATALOGUE-35 PICTURE-12 the item at %d moves by %d: %s', (index, step, expected) => {
  expect(moveItem(['a', 'b', 'c'], index, step).join('')).toBe(expected)
})
