import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readCsvRow } from './read-csv-row.ts'

test('IMPORT-2 reads rows of every short text as another reader of CSV does', () => {
  const parts = ['a', '""', ',', '\r\n', ' ', '5"']
  const texts = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)))
  const quoted = texts.map((text) => `"${text.replaceAll('""', '"').replaceAll('"', '""')}"`)
  const plain = texts.filter((text) => !/^"|[,\r]/.test(text))
  for (const first of [...quoted, ...plain]) {
    const file = `${first},${first}\r\n,${first}`
    const row = readCsvRow(file, 0, ',')
    if (typeof row === 'string') throw new Error(`${row}: ${first}`)
    const second = readCsvRow(file, row.end, ',')
    const expected = parse(file, { relax_quotes: true })
    expect([row.cells, typeof second === 'object' && second.cells], first).toEqual(expected)
  }
})
