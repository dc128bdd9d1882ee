import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  stepsToStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import { renderEmail } from '#features/mail/templates/render-email.server.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { shortId } from '#features/orders/order.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import {
  countBuyers,
  listBatches,
  listRecalledOrders,
  listRecalls,
  previewRecallEmails,
  readRecall,
  startRecall,
  tellCustomers,
} from './recalls.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

test('RECALL-4 RECALL-7 the email has the words of the owner, the batches and the orders', async () => {
  const shop = createTestShop(database)
  const product = await insertProduct(database, { name: 'Mango Pickle', stock: 0 })
  await receiveDelivery(database, admin, [{ product, quantity: 9, number: 'MP-1', bestBefore: '2099-02-01' }])
  const customer = await insertCustomer(database, { email: 'meera@shopper.example', isVerified: false })
  const order = await insertOrder(database, { customer, lines: [{ product, quantity: 2 }] })
  for (const status of stepsToStatus('shipped'))
    await database.query('update orders set status = $2 where id = $1', [order, status])
  const batch = (await listBatches(shop, admin, product.id)).find(({ is_unrecorded }) => !is_unrecorded)
  const recalled = { productId: product.id, batchIds: [batch!.id] }
  expect(await countBuyers(shop, admin, recalled)).toEqual({
    orders: 1,
    pieces: 2,
    customers: 1,
    without_email: 0,
  })
  const started = await startRecall(shop, admin, {
    ...recalled,
    id: crypto.randomUUID(),
    reason: 'Undeclared mustard',
    customerText: 'It contains mustard.\n\nThrow it away.',
  })
  const id = started.ok ? started.value.recall_id : ''
  expect(await readRecall(shop, admin, id)).toMatchObject({
    recall: {
      product_name: 'Mango Pickle',
      batches: [{ batch_number: 'MP-1', remaining: 7, is_recalled: true }],
    },
    orders: [{ order_id: order, quantity: 2, status: 'shipped', email: 'meera@shopper.example' }],
    totals: { orders: 1, customers: 1 },
  })
  expect((await listRecalledOrders(shop, admin, id))!.orders).toHaveLength(1)
  expect(await listRecalls(shop, admin)).toMatchObject([
    { id, reason: 'Undeclared mustard', mailed_at: null },
  ])
  expect(await tellCustomers(shop, admin, { id, expected: 1 })).toMatchObject({
    ok: true,
    value: { mailed: 1 },
  })

  const mails = await claimDueMails(database.db.worker, { limit: 20, leaseSeconds: 45, host: 'shop.example' })
  const mail = mails.find(({ kind }) => kind === 'product-recall')
  const content = await renderEmail(
    {
      db: database.db.worker,
      identity: demonstrationIdentity,
      publicUrl: 'https://shop.example',
      verificationLink: async () => null,
    },
    mail!,
  )
  expect(content).toMatchObject({
    to: { address: 'meera@shopper.example' },
    subject: 'Important: recall of Mango Pickle',
  })
  const text = JSON.stringify(content.blocks)
  for (const part of [
    'It contains mustard.',
    'Throw it away.',
    'MP-1, best before 1 February 2099',
    `#${shortId(order)}`,
  ])
    expect(text).toContain(part)
  expect(text, 'the reason is internal').not.toContain('Undeclared')
})

test('RECALL-13 the wording follows whether an order is sent and paid, and the batches are those of the customer', async () => {
  const shop = createTestShop(database)
  const product = await insertProduct(database, { name: 'Lime Pickle', stock: 2 })
  const insert = async (email: string, quantity: number, status: OrderStatus, payment?: string) => {
    const customer = await insertCustomer(database, { email })
    const order = await insertOrder(database, { customer, lines: [{ product, quantity }] })
    for (const step of stepsToStatus(status))
      await database.query(
        `update orders set status = $2::text, actual_delivery = case when $2::text = 'delivered' then now() end where id = $1`,
        [order, step],
      )
    if (payment !== undefined)
      await database.query('update orders set door_payment = $2 where id = $1', [order, payment])
    return order
  }
  const older = await insert('older@shopper.example', 2, 'delivered', 'cash')
  await receiveDelivery(database, admin, [{ product, quantity: 4, number: 'LP-1', bestBefore: '2099-02-01' }])
  const unpaid = await insert('unpaid@shopper.example', 1, 'shipped')
  await insert('refused@shopper.example', 1, 'delivered', 'not-paid')
  const unrecorded = await insert('unrecorded@shopper.example', 1, 'delivered')
  const waiting = await insert('waiting@shopper.example', 1, 'processing')
  const id = crypto.randomUUID()
  const recall = { id, productId: product.id, batchIds: null, reason: 'Glass' }
  await startRecall(shop, admin, { ...recall, customerText: 'Throw it away.' })

  const emails = (await previewRecallEmails(shop, admin, id)).map((email) => ({
    ...email,
    text: email.text.replaceAll(/\s+/g, ' '),
  }))
  const textTo = (order: string) => emails.find(({ text }) => text.includes(shortId(order)))!.text
  expect(emails.map(({ customers }) => customers).toSorted()).toEqual([1, 1, 1, 2])
  expect(textTo(older)).toMatch(
    /Throw it away\.[^]*To get your money back[^]*Batches: every pack from these orders Your/,
  )
  const toUnpaid = emails.find(({ customers }) => customers === 2)!.text
  expect(toUnpaid).toMatch(
    /Throw it away\.[^]*You have not paid for order #[^]*Batches: LP-1, best before 1 February 2099 Your/,
  )
  expect(toUnpaid).not.toContain('To get your money back')
  expect(textTo(unrecorded)).toContain('If you have paid for order #')
  expect(textTo(unrecorded)).not.toContain('You have paid')
  expect(textTo(waiting)).toMatch(
    /We have not sent order #[^]*You do not need to do anything[^]*Batches: LP-1/,
  )
  expect(textTo(waiting)).not.toContain('Throw it away')

  const send = (expected: number) => tellCustomers(shop, admin, { id, expected })
  expect(await send(4)).toMatchObject({ refusal: { code: 'recipients-changed' } })
  expect(await database.query('select mailed_at from recalls where id = $1', [id])).toEqual([
    { mailed_at: null },
  ])
  expect(await send(5)).toMatchObject({ ok: true, value: { mailed: 5 } })
  const mails = await database.query<{ payload: { order_ids: string[]; not_paid: string[] } }>(
    `select payload from outbox where kind = 'product-recall' and recipient = 'unpaid@shopper.example'`,
  )
  expect(mails[0]!.payload).toMatchObject({ order_ids: [unpaid], not_paid: [unpaid] })
})

test('PERMISSION-8 packers neither recall nor read who has what', async () => {
  const shop = createTestShop(database)
  const packer = await insertAdmin(database, 'packer')
  const id = crypto.randomUUID()
  for (const attempt of [
    () => listRecalls(shop, packer),
    () => readRecall(shop, packer, id),
    () => listRecalledOrders(shop, packer, id),
    () => tellCustomers(shop, packer, { id, expected: 1 }),
    () => previewRecallEmails(shop, packer, id),
    () => countBuyers(shop, packer, { productId: id, batchIds: null }),
  ])
    await expect(attempt()).rejects.toThrow(PermissionDenied)
})
