import { expect, test } from 'vitest'
import { csvCell, recallCsvLines } from './recall-csv.ts'

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+44 20 7946 0000', `"'+44 20 7946 0000"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['  =1', `"'  =1"`],
  ['O"Neill, Priya', '"O""Neill, Priya"'],
  [-2, '"-2"'],
])('RECALL-6 %j is exported as a text, never as a formula', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('RECALL-6 one line for each order, in UTF-8 that Excel reads', () => {
  const lines = [
    ...recallCsvLines([
      {
        order_id: 'abcdef01-0000-4000-8000-000000000000',
        full_name: 'Zoë',
        email: null,
        phone: '020 7946 0000',
        status: 'shipped',
        created_at: '2026-11-24T12:00:00Z',
        quantity: 3,
      },
    ]),
  ]
  expect(lines).toEqual([
    '\uFEFF"Order","Name","Email","Phone","Status","Ordered","Pieces"\r\n',
    '"ABCDEF01","Zoë","","020 7946 0000","Shipped","24 November 2026, 12:00 pm","3"\r\n',
  ])
})
