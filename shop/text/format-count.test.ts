import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test('MONEY-2 counts are formatted as in en-GB', () => {
  expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567'])
})
