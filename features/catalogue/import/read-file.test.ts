import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startCountingTurns } from '#tests/fixtures/processes/event-loop-turns.ts'
import { decodeFile } from './decode-file.server.ts'
import { guessColumns, PRODUCT_COLUMNS } from './import-columns.ts'
import { readCell } from './read-cell.ts'
import { readCsv } from './read-csv.server.ts'

const TEXT = 'SKU;Name;Price\r\nA-1;Café “crème” £;4,50\r\n'
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}
const WINDOWS_1252 = Buffer.from(TEXT.replace('“', '\u0093').replace('”', '\u0094'), 'latin1')

describe('IMPORT-2 What spreadsheets write', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['Windows-1252', WINDOWS_1252],
    ['UTF-16 with a mark', utf16(`\uFEFF${TEXT}`, false)],
    ['UTF-16 with a mark, the other order', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 without a mark', utf16(TEXT, false)],
  ])('%s is read', async (_name, bytes) => {
    expect(await decodeFile(bytes)).toEqual({ ok: true, value: TEXT })
  })

  test.each([
    ['commas', 'a,b,c\r\n1,"x,y",3\r\n', 'x,y'],
    ['semicolons', 'a;b;c\n1;x,y;3\n', 'x,y'],
    ['tabs', 'a\tb\tc\r\n1\tx,y\t3\r\n', 'x,y'],
    ['a line that names the delimiter', 'sep=;\r\na;b;c\r\n1;x,y;3\r\n', 'x,y'],
    ['a quotation mark within a text', 'a,b,c\n1,5" plate,3\n', '5" plate'],
    ['doubled quotation marks', 'a,b,c\n1,"""5"" plate",3\n', '"5" plate'],
    ['a text after a quotation', 'a,b,c\n1,"Best" plate,3\n', '"Best" plate'],
    ['spaces after a quotation', 'a,b,c\n1,"5, plate" ,3\n', '5, plate'],
    ['line ends of an old Mac', 'a,b,c\r1,x,3\r', 'x'],
    ['no line end at the end', 'a,b,c\n1,"x",3', 'x'],
    ['two lines in one cell', 'a,b,c\n1,"x\ny",3\n', 'x\ny'],
  ])('%s', async (_name, file, second) => {
    const read = await readCsv(file)
    expect(read).toMatchObject({ ok: true, value: { headers: ['a', 'b', 'c'] } })
    expect(read.ok && read.value.lines[0]!.cells).toEqual(['1', second, '3'])
  })

  test('IMPORT-22 lines have the numbers of rows in a spreadsheet, also after empty ones and cells of several lines', async () => {
    const read = await readCsv('sep=,\r\na,b\r\n1,"x\n\ny\rz"\r\n\r\n,\r\n3,4\n5,"open')
    expect(read).toEqual({ ok: false, refusal: { code: 'quote-not-closed', line: 6 } })
    const mended = await readCsv('sep=,\r\na,b\r\n1,"x\n\ny\rz"\r\n\r\n,\r\n3,4\n5,6')
    expect(mended.ok && mended.value.lines.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, '1'],
      [5, '3'],
      [6, '5'],
    ])
  })

  test('columns are known by the names of the export and by common ones, each once', () => {
    const headers = PRODUCT_COLUMNS.map(({ header }) => header)
    expect(guessColumns('products', headers).map(({ field }) => field)).toEqual(
      PRODUCT_COLUMNS.map(({ field }) => field),
    )
    expect(
      guessColumns('products', ['EAN', 'qty', 'PRICE (GBP)', 'Quantity', 'Colour', '']).map(
        ({ field }) => field,
      ),
    ).toEqual(['barcode', 'stock', 'price', null, null, null])
  })

  test.each([
    ['In stock?', 'Stock'],
    ['PRICE (GBP)', 'Price'],
    ['Type', 'Category'],
    ['Product', 'name'],
    ['Code', 'SKU'],
  ])('IMPORT-23 of the columns %j and %j the second is taken, in any order', (near, exact) => {
    const headersOf = (headers: string[]) =>
      guessColumns('products', headers).map(({ header, field }) => (field ? header : null))
    expect(headersOf([near, exact])).toEqual([null, exact])
    expect(headersOf([exact, near])).toEqual([exact, null])
  })

  test.each([
    ['price', '£4.5', '4.50'],
    ['price', '4,50', '4.50'],
    ['price', '1,234.50', '1234.50'],
    ['price', '4.5000', '4.50'],
    ['price', '4.5051', '4.5051'],
    ['count', '1,000', '1000'],
    ['count', '12.0', '12'],
    ['rate', '20 %', '20'],
    ['yes-no', 'TRUE', 'on'],
    ['yes-no', 'no', ''],
    ['yes-no', 'Active', 'on'],
    ['yes-no', 'Draft', ''],
    ['yes-no', 'archived', ''],
    ['yes-no', '-1', ''],
    ['allergen', 'Contains', 'contains'],
    ['amount', '4,5', '4.5'],
    ['text', "'=1+1", '=1+1'],
  ] as const)('a %s written as %j is %j', (kind, cell, value) => {
    expect(readCell('x', kind, cell, () => undefined)).toEqual({ value })
  })

  test('IMPORT-15 a stock of 1.000 has two meanings too', () => {
    expect(readCell('stock', 'count', '1.000', () => undefined)).toEqual({
      problem: '‘1.000’ can mean 1000 or 1. Write the digits alone',
    })
  })

  test.each(['3,999', '3.999', '£1,234,567'])(
    'IMPORT-15 a price of %s has two meanings, and is refused with both',
    (cell) => {
      const read = readCell('price', 'price', cell, () => undefined)
      expect('problem' in read && read.problem).toContain(cell)
      expect('problem' in read && read.problem).toMatch(/like \d+\.00 or \d+\.99$/)
    },
  )
})

describe('IMPORT-21 Files of 9 MB', () => {
  const LENGTH = 9 * 1024 * 1024
  test.each([
    ['empty lines', '\n', LENGTH + 2],
    ['empty lines of Windows', '\r\n', LENGTH / 2 + 2],
    ['lines of commas', ',\r\n', LENGTH / 3 + 2],
  ])('%s are dropped as they are read, in many turns of the event loop', async (_name, line, last) => {
    const text = `a,b\n${line.repeat(LENGTH / line.length)}1,2\n`
    const countTurns = startCountingTurns()
    const decoded = await decodeFile(Buffer.from(text))
    const read = decoded.ok && (await readCsv(decoded.value))
    expect(read && read.ok && read.value.lines).toEqual([{ line: last, cells: ['1', '2'] }])
    expect(countTurns()).toBeGreaterThan(150)
  })
})

describe('IMPORT-9 Files that are no CSV', () => {
  const codeOf = async (bytes: Uint8Array) => {
    const decoded = await decodeFile(bytes)
    return decoded.ok ? decoded.value : decoded.refusal.code
  }
  test('a workbook, a zip, binary data and NUL are refused', async () => {
    expect(await codeOf(Buffer.from('PK\u0003\u0004 and more', 'latin1'))).toBe('workbook')
    expect(await codeOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toBe('workbook')
    expect(await codeOf(Buffer.from('SKU,Price\nA,\u00001\n'))).toBe('not-text')
    expect(await codeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x1a, 0, 0]))).toBe('not-text')
    expect(await codeOf(Buffer.from(' \r\n '))).toBe('empty')
  })

  test('what is packed is refused unopened, and other encodings are no text', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    expect(await codeOf(bomb)).toBe('not-text')
    expect(await codeOf(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), bomb]))).toBe('workbook')
    const codePoints = Uint32Array.from(Array.from(TEXT, (character) => character.codePointAt(0)!))
    expect(await codeOf(Buffer.from(codePoints.buffer))).toBe('not-text')
    expect(await codeOf(Buffer.from('SKU,Price\r\nA,\u001b$B4A\u001b(B\r\n', 'latin1'))).toBe('not-text')
  })

  test('half a character at the end of a cut file ends nothing', async () => {
    expect(await codeOf(utf16(`\uFEFF${TEXT}`, false).subarray(0, 41))).toContain('SKU;Name;Price')
    expect(await codeOf(Buffer.from('SKU,Price\nA,£').subarray(0, -1))).toContain('SKU,Price')
  })

  test('a quotation mark that is not closed names its line', async () => {
    const file = `a,b\n1,2\n3,"open\n${'x,y\n'.repeat(1000)}`
    expect(await readCsv(file)).toEqual({ ok: false, refusal: { code: 'quote-not-closed', line: 3 } })
    expect(await readCsv(`a,b\n1,"${'long '.repeat(200_000)}`)).toMatchObject({
      refusal: { code: 'quote-not-closed', line: 2 },
    })
  })

  test('too many lines or columns, and no lines', async () => {
    const codeOfCsv = async (file: string) => {
      const read = await readCsv(file)
      return read.ok ? 'read' : read.refusal.code
    }
    expect(await codeOfCsv(`a\n${'1\n'.repeat(20_001)}`)).toBe('too-many-lines')
    expect(await codeOfCsv(`a\n${'1\n'.repeat(20_000)}`)).toBe('read')
    expect(await codeOfCsv(`${'a,'.repeat(201)}b\n1\n`)).toBe('too-many-columns')
    expect(await codeOfCsv(`a\n${','.repeat(20_001)}\n`)).toBe('line-too-long')
    expect(await codeOfCsv(`a\n${'x'.repeat(400_001)}\n`)).toBe('line-too-long')
    expect(await codeOfCsv('a,b\n')).toBe('no-lines')
  })
})
