import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { failedMails } from '#features/mail/outbox/failed-emails.server.ts'
import type { OutgoingMail } from '#features/mail/transport/mail-transport.server.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  callProcedure,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { startMailWorker, type MailWorker } from './mail-worker.server.ts'

let database: TestDatabase
let admin: Admin
let product: TestProduct
const workers: MailWorker[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  product = await insertProduct(database, { stock: 10_000 })
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await database.query('delete from outbox')
})
afterAll(() => database.close())

function startWorkers(count: number) {
  const posted: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void posted.push(mail), close() {} }
  for (let each = 0; each < count; each++) {
    workers.push(
      startMailWorker({
        db: database.db.worker,
        identity: demonstrationIdentity,
        publicUrl: 'https://shop.example',
        transport,
        log: pino({ level: 'silent' }),
        verificationLink: async (userId) => `https://shop.example/verify-email?token=of-${userId}`,
        pace: { pollMilliseconds: 10 },
      }),
    )
  }
  return posted
}

const placeOrder = (customer: Customer) =>
  insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
async function waitUntilNothingDue() {
  await expect
    .poll(
      async () =>
        (
          await database.query<{ n: number }>(
            `select count(*)::int as n from outbox where sent_at is null and available_at < 'infinity'`,
          )
        )[0]!.n,
      { timeout: 10_000 },
    )
    .toBe(0)
}
const verify = (customer: Customer) =>
  database.query('update accounts."user" set email_verified = true where id = $1', [customer.userId])
const textOf = (mail: OutgoingMail) =>
  renderEmailText(mail.content, demonstrationIdentity).replace(/\s+/g, ' ')

describe('Order emails to an unverified address', () => {
  test('MAIL-6 60 concurrent orders and three workers send three confirmations, which ask to verify the address', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    const posted = startWorkers(3)
    await Promise.all(Array.from({ length: 60 }, () => placeOrder(unverified)))
    await waitUntilNothingDue()
    expect(posted).toHaveLength(3)
    for (const mail of posted) {
      expect(mail).toMatchObject({
        kind: 'order-confirmation',
        content: { to: { address: unverified.email } },
      })
      expect(textOf(mail)).toContain('Please confirm your email address')
      expect(textOf(mail)).toContain(`https://shop.example/verify-email?token=of-${unverified.userId}`)
      expect(textOf(mail)).toContain('one of your first three orders of a day')
    }
  })

  test('MAIL-6 three confirmations within 24 hours are sent, and the next ones a day later', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    const posted = startWorkers(1)
    const place = async (hoursAgo: number) => {
      const id = await placeOrder(unverified)
      await waitUntilNothingDue()
      await database.query('alter table orders disable trigger order_identity_is_immutable')
      await database.query(`update orders set created_at = now() - interval '1 hour' * $2 where id = $1`, [
        id,
        hoursAgo,
      ])
      await database.query('alter table orders enable trigger order_identity_is_immutable')
    }
    await place(26)
    await place(25)
    await place(23)
    expect(posted).toHaveLength(3)
    await place(22)
    expect(posted, 'two were more than a day ago').toHaveLength(4)
    await place(21)
    expect(posted).toHaveLength(5)
    await place(0)
    expect(posted, 'three of the last day').toHaveLength(5)
  })

  test('MAIL-6 other emails about orders wait, also those of an order whose confirmation was sent', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    const posted = startWorkers(1)
    const id = await placeOrder(unverified)
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin'])
    await waitUntilNothingDue()
    expect(posted.map(({ kind }) => kind)).toEqual(['order-confirmation'])
    await verify(unverified)
    await waitUntilNothingDue()
    expect(posted.map(({ kind }) => kind)).toEqual(['order-confirmation', 'order-cancelled'])
  })

  test('MAIL-6 MAIL-22 the acknowledgement of an own cancellation is sent if the confirmation of that order is', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    const orders: string[] = []
    for (let each = 0; each < 4; each++) orders.push(await placeOrder(unverified))
    for (const id of orders)
      await callProcedure(database, unverified, 'cancel_order', [id, 'Cancelled by customer'])
    const posted = startWorkers(1)
    await waitUntilNothingDue()
    const cancelled = posted.filter(({ kind }) => kind === 'order-cancellation-received').map(textOf)
    expect(cancelled).toHaveLength(3)
    for (const text of cancelled) expect(text).not.toContain(orders[3]!.slice(0, 8).toUpperCase())
    expect(posted).toHaveLength(6)
  })

  test('MAIL-6 a confirmation that could not be sent is tried again and not held', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    await placeOrder(unverified)
    await database.query('select claim_emails(10, 60, $1)', ['shop.example'])
    await database.query(
      `update outbox set leased_until = null, available_at = now(), last_error = 'no answer' where sent_at is null`,
    )
    for (let each = 0; each < 3; each++) await placeOrder(unverified)
    const posted = startWorkers(1)
    await waitUntilNothingDue()
    expect(posted).toHaveLength(3)
    expect((await failedMails(createTestShop(database), admin)).held).toBe(1)
  })

  test('held emails are no failures and are counted on the dashboard', async () => {
    const unverified = await insertCustomer(database, { isVerified: false })
    startWorkers(1)
    for (let each = 0; each < 5; each++) await placeOrder(unverified)
    await waitUntilNothingDue()
    expect(await failedMails(createTestShop(database), admin)).toEqual({ mails: [], total: 0, held: 2 })
  })

  test('a verified address gets one email per order without a request to verify', async () => {
    const customer = await insertCustomer(database)
    const posted = startWorkers(3)
    await Promise.all(Array.from({ length: 12 }, () => placeOrder(customer)))
    await waitUntilNothingDue()
    expect(posted).toHaveLength(12)
    expect(new Set(posted.map(({ messageId }) => messageId)).size).toBe(12)
    expect(posted.filter((mail) => textOf(mail).includes('confirm your email'))).toEqual([])
  })

  test('held emails do not delay the emails of others', async () => {
    const [unverified, customer] = [
      await insertCustomer(database, { isVerified: false }),
      await insertCustomer(database),
    ]
    for (let each = 0; each < 30; each++) await placeOrder(unverified)
    await placeOrder(customer)
    const posted = startWorkers(1)
    await expect
      .poll(() => posted.map(({ content }) => content.to.address), { timeout: 3000 })
      .toContain(customer.email)
    await waitUntilNothingDue()
    expect(posted).toHaveLength(4)
  })

  test('MAIL-6 once the address is verified, held emails of the last day are sent, older and outdated ones are dropped', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    const posted = startWorkers(2)
    for (let each = 0; each < 3; each++) await placeOrder(customer)
    await waitUntilNothingDue()
    const [oldOrder, cancelled, fresh] = [
      await placeOrder(customer),
      await placeOrder(customer),
      await placeOrder(customer),
    ]
    await callProcedure(database, customer, 'cancel_order', [cancelled, 'Cancelled by customer'])
    await waitUntilNothingDue()
    await database.query(
      `update outbox set created_at = now() - interval '25 hours' where payload ->> 'order_id' = $1`,
      [oldOrder],
    )
    expect(posted).toHaveLength(3)
    await verify(customer)
    await waitUntilNothingDue()
    const number = (id: string) => expect.stringContaining(id.slice(0, 8).toUpperCase())
    const released = posted.slice(3).toSorted((a, b) => a.kind.localeCompare(b.kind))
    expect(released.map(({ kind }) => kind)).toEqual(['order-cancellation-received', 'order-confirmation'])
    expect(released.map(textOf)).toEqual([number(cancelled), number(fresh)])
    expect(textOf(released[1]!)).not.toContain('confirm your email')
    const dropped = await database.query(
      `select payload ->> 'order_id' as id from outbox where dropped_at is not null and sent_at is null order by id`,
    )
    expect(dropped.map((row) => (row as { id: string }).id).sort()).toEqual([oldOrder, cancelled].sort())
    expect(await failedMails(createTestShop(database), admin)).toEqual({ mails: [], total: 0, held: 0 })
    await placeOrder(customer)
    await waitUntilNothingDue()
    expect(posted).toHaveLength(6)
  })

  test('MAIL-6 verification while emails are being claimed loses none', async () => {
    for (let round = 0; round < 15; round++) {
      const customer = await insertCustomer(database, { isVerified: false })
      const posted = startWorkers(2)
      await Promise.all(
        Array.from({ length: 6 }, () => placeOrder(customer)).concat(verify(customer) as never),
      )
      await waitUntilNothingDue()
      await expect.poll(() => posted.length, { timeout: 3000 }).toBe(6)
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    }
  })

  test('a cancellation by the shop is held too, and is sent instead of the confirmation', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    const posted = startWorkers(1)
    for (let each = 0; each < 3; each++) await placeOrder(customer)
    const fourth = await placeOrder(customer)
    await callProcedure(database, admin, 'cancel_order', [fourth, 'Cancelled by admin', 'Jar broke'])
    await waitUntilNothingDue()
    expect(posted).toHaveLength(3)
    await verify(customer)
    await waitUntilNothingDue()
    expect(posted.slice(3).map(({ kind }) => kind)).toEqual(['order-cancelled'])
  })
})

test('ORDER-25 an unsent status email is dropped once its order is cancelled or has a later status', async () => {
  const customer = await insertCustomer(database)
  const [cancelled, delivered] = [await placeOrder(customer), await placeOrder(customer)]
  await database.query('update outbox set sent_at = now()')
  for (const id of [cancelled, delivered]) {
    await callProcedure(database, admin, 'move_order', [id, 'pending', 'processing'])
    await callProcedure(database, admin, 'move_order', [id, 'processing', 'shipped'])
  }
  await database.query(`update outbox set attempts = 1, available_at = now() where kind = 'order-shipped'`)
  await callProcedure(database, admin, 'cancel_order', [cancelled, 'Cancelled by admin'])
  await callProcedure(database, admin, 'move_order', [delivered, 'shipped', 'delivered'])
  await database.query(`update outbox set available_at = now() where kind = 'order-delivered'`)
  const posted = startWorkers(2)
  await waitUntilNothingDue()
  expect(posted.map(({ kind }) => kind).sort()).toEqual(['order-cancelled', 'order-delivered'])
  const dropped = await database.query<{ kind: string }>(
    'select kind from outbox where dropped_at is not null',
  )
  expect(dropped.map(({ kind }) => kind)).toEqual(['order-shipped', 'order-shipped'])
})
