import { expect, test } from 'vitest'
import { visiblePages } from './pagination.tsx'

test('a short list shows every page', () => {
  expect(visiblePages(2, 4)).toEqual([1, 2, 3, 4])
})
test('a long list shows first, last and adjacent pages', () => {
  expect(visiblePages(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
})
test('a gap of one page is shown as that page', () => {
  expect(visiblePages(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
test('an out-of-range page still links back', () => {
  expect(visiblePages(9, 3)).toEqual([1, 2, 3])
})
