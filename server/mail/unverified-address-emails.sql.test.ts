import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { failedMails } from '#shop/mail/outbox/failed-emails.server.ts'
import type { OutgoingMail } from '#shop/mail/transport/mail-transport.server.ts'
import { renderEmailText } from '#shop/mail/rendering/email-text.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { insertCustomer, insertAdmin, insertOrder, insertProduct, createTestShop, callProcedure, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { startMailWorker, type MailWorker } from './mail-worker.ts'

let database: TestDatabase
let admin: Admin
let good: TestProduct
const workers: MailWorker[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  good = await insertProduct(database, { stock: 10_000 })
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await database.query('delete from outbox')
})
afterAll(() => database.close())

/** So many workers on one outbox; what any of them sends is in `posted`. */
function workersAtOnce(count: number) {
  const posted: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void posted.push(mail), close() {} }
  for (let each = 0; each < count; each++) {
    workers.push(
      startMailWorker({
        db: database.db.worker, identity: demonstrationIdentity, publicUrl: 'https://shop.example', transport, log: pino({ level: 'silent' }),
        verificationLink: async (userId) => `https://shop.example/verify-email?token=of-${userId}`, pace: { pollMilliseconds: 10 },
      }),
    )
  }
  return posted
}

const order = (customer: Customer) => insertOrder(database, { customer, lines: [{ product: good, quantity: 1 }] })
async function nothingIsDue() {
  await expect
    .poll(async () => (await database.query<{ n: number }>(`select count(*)::int as n from outbox where sent_at is null and available_at < 'infinity'`))[0]!.n, { timeout: 10_000 })
    .toBe(0)
}
const verify = (customer: Customer) => database.query('update accounts."user" set email_verified = true where id = $1', [customer.userId])
const told = (mail: OutgoingMail) => renderEmailText(mail.content, demonstrationIdentity).replace(/\s+/g, ' ')

describe('Mails about orders to an address that nobody has confirmed', () => {
  test('MAIL-6 60 orders at once are one mail, which asks to confirm the address, with three workers on the outbox', async () => {
    const stranger = await insertCustomer(database, { isVerified: false })
    const posted = workersAtOnce(3)
    await Promise.all(Array.from({ length: 60 }, () => order(stranger)))
    await nothingIsDue()
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ kind: 'order-confirmation', content: { to: { address: stranger.email } } })
    expect(told(posted[0]!)).toContain('Please confirm your email address')
    expect(told(posted[0]!)).toContain(`https://shop.example/verify-email?token=of-${stranger.userId}`)
    expect(told(posted[0]!)).toContain('this is the only email about your orders that we send here')
  })

  test('what is held is no failure, and the dashboard counts it', async () => {
    const stranger = await insertCustomer(database, { isVerified: false })
    workersAtOnce(1)
    for (let each = 0; each < 3; each++) await order(stranger)
    await nothingIsDue()
    expect(await failedMails(createTestShop(database), admin)).toEqual({ mails: [], total: 0, held: 2 })
  })

  test('a confirmed address gets one mail an order, and nothing asks it to confirm', async () => {
    const customer = await insertCustomer(database)
    const posted = workersAtOnce(3)
    await Promise.all(Array.from({ length: 12 }, () => order(customer)))
    await nothingIsDue()
    expect(posted).toHaveLength(12)
    expect(new Set(posted.map(({ messageId }) => messageId)).size).toBe(12)
    expect(posted.filter((mail) => told(mail).includes('confirm your email'))).toEqual([])
  })

  test('nobody else waits behind the mails that are held', async () => {
    const [stranger, customer] = [await insertCustomer(database, { isVerified: false }), await insertCustomer(database)]
    for (let each = 0; each < 30; each++) await order(stranger)
    await order(customer)
    const posted = workersAtOnce(1)
    await expect.poll(() => posted.map(({ content }) => content.to.address), { timeout: 3000 }).toContain(customer.email)
    await nothingIsDue()
    expect(posted).toHaveLength(2)
  })

  test('MAIL-6 once the address is confirmed, the news of the last day is sent and what is older or overtaken is dropped', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    const posted = workersAtOnce(2)
    await order(customer)
    await nothingIsDue()
    const [old, cancelled, fresh] = [await order(customer), await order(customer), await order(customer)]
    await callProcedure(database, customer, 'cancel_order', [cancelled, 'Cancelled by customer'])
    await nothingIsDue()
    await database.query(`update outbox set created_at = now() - interval '25 hours' where payload ->> 'order_id' = $1`, [old])
    expect(posted).toHaveLength(1)
    await verify(customer)
    await nothingIsDue()
    expect(posted.slice(1).map(told)).toEqual([expect.stringContaining(fresh.slice(0, 8).toUpperCase())])
    expect(told(posted[1]!)).not.toContain('confirm your email')
    const dropped = await database.query(`select payload ->> 'order_id' as id from outbox where dropped_at is not null and sent_at is null order by id`)
    expect(dropped.map((row) => (row as { id: string }).id).sort()).toEqual([old, cancelled].sort())
    expect(await failedMails(createTestShop(database), admin)).toEqual({ mails: [], total: 0, held: 0 })
    await order(customer)
    await nothingIsDue()
    expect(posted).toHaveLength(3)
  })

  test('MAIL-6 confirmed while mails are being taken, an address loses none of them', async () => {
    for (let round = 0; round < 15; round++) {
      const customer = await insertCustomer(database, { isVerified: false })
      const posted = workersAtOnce(2)
      await Promise.all(Array.from({ length: 6 }, () => order(customer)).concat(verify(customer) as never))
      await nothingIsDue()
      await expect.poll(() => posted.length, { timeout: 3000 }).toBe(6)
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    }
  })

  test('the shop’s cancellation waits as well, and is sent in place of the confirmation', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    const posted = workersAtOnce(1)
    await order(customer)
    const second = await order(customer)
    await callProcedure(database, admin, 'cancel_order', [second, 'Cancelled by admin', 'Jar broke'])
    await nothingIsDue()
    expect(posted).toHaveLength(1)
    await verify(customer)
    await nothingIsDue()
    expect(posted.map(({ kind }) => kind)).toEqual(['order-confirmation', 'order-cancelled'])
  })
})

test('ORDER-25 news that could not be sent in time is dropped once its order was cancelled or has moved on', async () => {
  const customer = await insertCustomer(database)
  const [cancelled, delivered] = [await order(customer), await order(customer)]
  await database.query('update outbox set sent_at = now()')
  for (const id of [cancelled, delivered]) {
    await callProcedure(database, admin, 'move_order', [id, 'pending', 'processing'])
    await callProcedure(database, admin, 'move_order', [id, 'processing', 'shipped'])
  }
  // A try that the mail server refused.
  await database.query(`update outbox set attempts = 1, available_at = now() where kind = 'order-shipped'`)
  await callProcedure(database, admin, 'cancel_order', [cancelled, 'Cancelled by admin'])
  await callProcedure(database, admin, 'move_order', [delivered, 'shipped', 'delivered'])
  await database.query(`update outbox set available_at = now() where kind = 'order-delivered'`)
  const posted = workersAtOnce(2)
  await nothingIsDue()
  expect(posted.map(({ kind }) => kind).sort()).toEqual(['order-cancelled', 'order-delivered'])
  const dropped = await database.query<{ kind: string }>('select kind from outbox where dropped_at is not null')
  expect(dropped.map(({ kind }) => kind)).toEqual(['order-shipped', 'order-shipped'])
})
