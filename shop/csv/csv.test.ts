import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvLine, restoreCsvText } from './csv.ts'

describe('FIGURES-11 RECALL-6 A line of CSV', () => {
  test.each([
    '=1+1',
    '+44 20',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
    '  =1',
    '|cmd',
    '%1',
  ])('makes no formula of %j', (text) => {
    expect(csvLine([text])).toMatch(/^"'/)
  })

  test('IMPORT-1 what was neutralised comes back as it was, also a text that began with an apostrophe', () => {
    for (const text of ['=1+1', "'=1", "''=1", "'s own", "'", '  -2', 'plain', '']) {
      const [cell] = parse(csvLine([text]))
      expect(restoreCsvText(cell?.[0] ?? ''), text).toBe(text)
    }
  })

  test('quotes what needs it, and keeps numbers as numbers', () => {
    expect(csvLine(['a', 'b "c"', 'd,e', 'f\ng', -12.5, 0, null, ''])).toBe(
      'a,"b ""c""","d,e","f\ng",-12.5,0,,\r\n',
    )
  })
})
