import { expect, test } from 'vitest'
import { countDifference, countField, parseCounts } from './stock-take.ts'

const lines = [1, 2, 3, 4].map((id) => ({ id, name: `Honey ${id}` }))

test('STOCK-22 what is typed is counted exactly, an empty field is not counted, and wrong ones are named at their fields', () => {
  expect(parseCounts(lines, { [countField(1)]: ' 12 ', [countField(2)]: '', [countField(3)]: '0' })).toEqual({
    counts: [
      { line: 1, counted: 12 },
      { line: 2, counted: null },
      { line: 3, counted: 0 },
    ],
    errors: {},
  })
})

test.each(['-1', '1.5', '1e3', 'x', '1000001'])('STOCK-22 %s is no count', (typed) => {
  expect(parseCounts(lines, { [countField(4)]: typed, [countField(1)]: '1' })).toEqual({
    counts: [{ line: 1, counted: 1 }],
    errors: { [countField(4)]: 'Honey 4: pieces from 0 to 1,000,000' },
  })
})

test('STOCK-30 a barcode is no count, and is said to be one', () => {
  const { counts, errors } = parseCounts(lines, { [countField(4)]: '5012345678900' })
  expect(counts).toEqual([])
  expect(errors[countField(4)]).toMatch(/^Honey 4: this looks like a barcode/)
})

test('STOCK-23 a difference is that of the moment of the count', () => {
  expect(countDifference({ counted: 6, expected: 7 })).toBe(-1)
  expect(countDifference({ counted: 0, expected: 0 })).toBe(0)
  expect(countDifference({ counted: null, expected: null })).toBeNull()
})
