import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { claimDueMails } from '#shop/mail/outbox/outbox-queries.server.ts'
import { renderEmail } from '#shop/mail/templates/render-email.server.ts'
import { shortId } from '#shop/orders/order.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import {
  countBuyers,
  listBatches,
  listRecalledOrders,
  listRecalls,
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
    orders: [{ order_id: order, quantity: 2, status: 'pending', email: 'meera@shopper.example' }],
    totals: { orders: 1, customers: 1 },
  })
  expect((await listRecalledOrders(shop, admin, id))!.orders).toHaveLength(1)
  expect(await listRecalls(shop, admin)).toMatchObject([
    { id, reason: 'Undeclared mustard', mailed_at: null },
  ])
  expect(await tellCustomers(shop, admin, id)).toMatchObject({ ok: true, value: { mailed: 1 } })

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

test('PERMISSION-8 packers neither recall nor read who has what', async () => {
  const shop = createTestShop(database)
  const packer = await insertAdmin(database, 'packer')
  const id = crypto.randomUUID()
  for (const attempt of [
    () => listRecalls(shop, packer),
    () => readRecall(shop, packer, id),
    () => listRecalledOrders(shop, packer, id),
    () => tellCustomers(shop, packer, id),
    () => countBuyers(shop, packer, { productId: id, batchIds: null }),
  ])
    await expect(attempt()).rejects.toThrow(PermissionDenied)
})
