import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import BatchesPage from './batches-page.tsx'

const batch = {
  id: 'b1',
  is_unrecorded: false,
  batch_number: 'L1',
  best_before: '2027-03-31',
  received_at: '2026-11-21T10:00:00Z',
  remaining: 6,
  is_recalled: false,
  is_past: false,
}
const other = { ...batch, id: 'b2', batch_number: 'L2', remaining: 9 }
const loaderData = { product: { productId: 'p1', name: 'Rice', batches: [batch, other] } }
const valuesOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input[^>]*id="((?:pieces|reason|batch_number|best_before)-b[12])"[^>]*>/g)].map(
      ([input, id]) => [id, /value="([^"]*)"/.exec(input)?.[1] ?? ''],
    ),
  )
const openForms = (page: string) => page.split('<details open').length - 1
const untouched = {
  'batch_number-b1': 'L1',
  'best_before-b1': '2027-03-31',
  'pieces-b1': '6',
  'reason-b1': '',
  'batch_number-b2': 'L2',
  'best_before-b2': '2027-03-31',
  'pieces-b2': '9',
  'reason-b2': '',
}

test.each([
  [
    { intent: 'write-off', pieces: '7', reason: 'Broken' },
    { 'pieces-b1': '7', 'reason-b1': 'Broken' },
  ],
  [
    { intent: 'correct', batch_number: 'L9', best_before: '2999-01-01' },
    { 'batch_number-b1': 'L9', 'best_before-b1': '2999-01-01' },
  ],
])('MESSAGE-24 the form of a batch that is refused has what was typed: %j', (values, kept) => {
  const page = renderPage(BatchesPage, loaderData, {
    adminRole: 'owner',
    actionData: { kind: 'refused', batchId: 'b1', values, message: 'Only 6 of this batch are left' },
  })
  expect(valuesOf(page)).toEqual({ ...untouched, ...kept })
  expect(openForms(page)).toBe(1)
})

test('MESSAGE-24 what was saved replaces what was typed', () => {
  const page = renderPage(BatchesPage, loaderData, {
    adminRole: 'owner',
    actionData: {
      kind: 'done',
      batchId: 'b1',
      values: { intent: 'write-off', pieces: '7' },
      message: 'Done',
    },
  })
  expect([valuesOf(page), openForms(page)]).toEqual([untouched, 0])
})
