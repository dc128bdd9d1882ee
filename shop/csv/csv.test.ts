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

  test.each([
    '1234E567',
    '12345e6',
    '02079460000',
    '5012345678900',
    '00042',
    '1-2',
    '10/12/24',
    'MAR1',
    'Sept 2',
    '3-Oct-24',
  ])('FIGURES-18 keeps %j a text in a spreadsheet', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  })

  test.each([
    '#1234E567',
    '020 7946 0000',
    '12345678',
    '12.50',
    '0.99',
    '0',
    '2026-03-31',
    '9:00 am',
    '20%',
    'Marmalade',
    '500g',
    'EC1A 1AA',
  ])('FIGURES-18 leaves %j as it is', (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`)
  })

  test('IMPORT-1 what was neutralised comes back as it was, also a text that began with an apostrophe', () => {
    for (const text of [
      '=1+1',
      "'=1",
      "''=1",
      '0123',
      "'0123",
      '1234E567',
      "'s own",
      "'",
      '  -2',
      'plain',
      '',
    ]) {
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
