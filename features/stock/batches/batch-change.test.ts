import { expect, test } from 'vitest'
import { parseBatchNames, parseWrittenOff } from './batch-change.ts'

const parse = (batch_number: string, best_before: string) =>
  parseBatchNames({ batch_number, best_before }, '2026-11-24')

test('STOCK-27 names are trimmed, an empty one is none, and a day may be in the past', () => {
  expect(parse(' A1 ', '2026-01-31')).toEqual({
    errors: {},
    names: { batch_number: 'A1', best_before: '2026-01-31' },
  })
  expect(parse('', '').names).toEqual({ batch_number: null, best_before: null })
})

test.each([
  ['x'.repeat(61), '', 'batch_number'],
  ['', '1999-12-31', 'best_before'],
  ['', '2026-02-30', 'best_before'],
  ['', '2226-11-24', 'best_before'],
])('STOCK-27 %s, %s is refused at its field', (number, day, field) => {
  expect(Object.keys(parse(number, day).errors)).toEqual([field])
})

test('STOCK-27 pieces from 1 are written off', () => {
  expect(['1', ' 12 ', '0', '-1', '1.5', '', '1000001'].map(parseWrittenOff)).toEqual([
    1,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
