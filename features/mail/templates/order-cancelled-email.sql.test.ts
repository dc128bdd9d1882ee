import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callProcedure,
  insertAdmin,
  insertCustomer,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { callRefundOrder, insertDeliveredOrder } from '#tests/fixtures/orders/delivered-orders.ts'
import { renderEmail } from './render-email.server.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())

/** The order costs £18.00. */
async function cancellationEmail(refunded: number[]): Promise<string> {
  await database.query('delete from outbox')
  const { id } = await insertDeliveredOrder(database, { admin, customer })
  for (const amount of refunded) {
    const fields = amount === 18 ? { isWhole: true, amount } : { free: amount, amount }
    expect(resultCode(await callRefundOrder(database, admin, id, fields))).toBe('done')
  }
  expect(
    resultCode(await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', null, true])),
  ).toBe('done')
  // Emails of the earlier steps wait for the undo window.
  const mails = await claimDueMails(database.db.worker, { limit: 20, leaseSeconds: 45, host: 'shop.example' })
  const content = await renderEmail(
    {
      db: database.db.worker,
      identity: demonstrationIdentity,
      publicUrl: 'https://shop.example',
      verificationLink: async () => null,
    },
    mails.find(({ kind }) => kind === 'order-cancelled')!,
  )
  return JSON.stringify(content.blocks)
}

test('REFUND-19 the email of a cancellation after delivery says what was refunded already', async () => {
  expect(await cancellationEmail([])).toContain(
    'We will arrange with you what happens to the goods and to what you paid.',
  )
  expect(await cancellationEmail([2.5, 4])).toContain(
    'You have been refunded £6.50. We will arrange with you what happens to the goods and to the rest of what you paid.',
  )
  const whole = await cancellationEmail([18])
  expect(whole).toContain('You have been refunded £18.00, all that you paid.')
  expect(whole).not.toContain('to what you paid')
})
