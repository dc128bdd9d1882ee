import { expect, test } from 'vitest'
import { recallCsvLines } from './recall-csv.ts'

test('RECALL-6 one line for each order, in UTF-8 that Excel reads, without a formula, and with the 0 of a phone number', () => {
  const lines = [
    ...recallCsvLines([
      {
        order_id: 'abcdef01-0000-4000-8000-000000000000',
        full_name: '=Zoë',
        email: null,
        phone: '02079460000',
        status: 'shipped',
        created_at: '2026-11-24T12:00:00Z',
        quantity: 3,
      },
    ]),
  ]
  expect(lines).toEqual([
    '\uFEFFOrder,Name,Email,Phone,Status,Ordered,Pieces\r\n',
    `#ABCDEF01,"'=Zoë",,"'02079460000",Shipped,"24 November 2026, 12:00 pm",3\r\n`,
  ])
})
