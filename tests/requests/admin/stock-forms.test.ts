import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { type HttpClient, signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let owner: HttpClient
beforeAll(async () => {
  owner = await signInAsAdmin(url)
})
afterAll(() => database.close())
const open = (path: string) => PlainPage.open(owner, path)

test('STOCK-18 STOCK-21 a delivery is saved and received without scripts, and the dashboard mentions it', async () => {
  const product = await insertProduct(database, { name: `Delivered Pepper ${randomUUID()}`, stock: 5 })
  const [{ day }] = (await database.query<{ day: string }>(
    `select to_char((now() at time zone 'Europe/London')::date + 5, 'YYYY-MM-DD') as day`,
  )) as [{ day: string }]
  const empty = await open('/admin/stock/deliveries/new')
  const found = await empty.press('Find or scan a product', { product_search: product.name })
  const line = await found.press(`Add ${product.name}`)
  const batch_number = `SOON-${randomUUID().slice(0, 8)}`
  const draft = await line.press('Save draft', {
    'quantity-0': '3',
    'batch_number-0': batch_number,
    'best_before-0': day,
    'unit_cost-0': '2.40',
  })
  expect(draft.text).toContain('The draft is saved.')
  expect(await readStock(database, product)).toBe(5)
  expect((await draft.press('Receive all')).text).toContain('The delivery is in stock.')
  expect(await readStock(database, product)).toBe(8)
  const [, soon = ''] = (await open('/admin/dashboard')).text.split('Best before soon')
  expect(soon).toContain(batch_number)
})

test('STOCK-27 STOCK-28 RECALL-8 a batch is packed, corrected, written off, recalled and sold again', async () => {
  const product = await insertProduct(database, { name: `Packed by Batch ${randomUUID()}`, stock: 1 })
  const delivered = await owner.submit('/admin/stock/deliveries/new', {
    intent: 'receive',
    delivery_id: randomUUID(),
    version: '0',
    reason: 'Delivery',
    products: product.id,
    'quantity-0': '6',
    'batch_number-0': 'SB-1',
    'best_before-0': '2099-02-28',
  })
  expect(delivered.redirect).toBeTruthy()
  const order = await placeOrderOverHttp(await signInNewCustomer(url), [{ product, quantity: 2 }])
  const slip = await open(`/admin/orders/slips?ids=${order}`)
  expect(slip.text).toContain('1 of SB-1, best before 28 February 2099')

  const stock = await open(`/admin/products?stock=${product.id}`)
  const batches = await stock.follow('Batches: correct or write off')
  const corrected = await batches.press('Save correction SB-1', { batch_number: 'SB-2' })
  expect(corrected.text).toContain('The batch is corrected.')
  const refused = await corrected.press('Write off SB-2', { pieces: '6', reason: 'Broken' })
  expect(refused.text).toContain('Only 5 of this batch are left')
  const written = await refused.press('Write off SB-2', { pieces: '2', reason: 'Broken' })
  expect(written.text).toContain('2 pieces are written off.')
  expect(await readStock(database, product)).toBe(3)

  const [batch] = await database.query<{ id: string }>(
    `select id from product_batches where product_id = $1 and batch_number = 'SB-2'`,
    [product.id],
  )
  const recalled = await (
    await open(`/admin/recalls?product=${product.id}`)
  ).press('Stop selling it now', { batches: batch!.id, reason: 'Undeclared sesame' })
  expect(recalled.text).toContain('The batches are off sale.')
  const unreasoned = await recalled.press('Sell them again')
  expect(unreasoned.text).toContain('Please give a reason')
  const again = await unreasoned.press('Sell them again', { end_reason: 'The laboratory found none' })
  expect(again.text).toContain('Its batches are for sale again.')
  const rows = await database.query('select sellable_stock from products where id = $1', [product.id])
  expect(rows).toEqual([{ sellable_stock: 3 }])
})

test('RECALL-13 RECALL-14 RECALL-15 from the question to the emails: a recalled product is off sale, its buyers are listed, emailed and exported, and its pieces exchanged', async () => {
  const product = await insertProduct(database, { name: `Recalled Nutmeg ${randomUUID()}`, stock: 10 })
  const customer = await signInNewCustomer(url)
  const order = await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
  const recalls = await (await open('/admin/products')).follow('Recalls')
  const found = await recalls.press('Search', { search: product.name })
  const form = await found.follow(`${product.name} 250g`)
  const asked = await form.press('Show who has it', { reason: 'Undeclared sesame', customer_text: '' })
  expect(asked.text).toMatch(/1 order of 1 customer, with/)
  expect((await asked.press('Stop selling it now', { reason: '' })).text).toContain('Please give a reason')
  const unwritten = await asked.press('Stop selling it now')
  expect(unwritten.text).toContain('Please write what customers are told')
  const recall = await unwritten.press('Stop selling it now', { customer_text: 'Please do not eat it.' })
  expect(recall.text).toContain('The batches are off sale.')
  expect(recall.text).toContain(customer.email)
  expect(pageText(await customer.html(`/products/product-${product.id}`))).toContain('Out of Stock')
  const csv = await owner.fetch(findLink(recall.html, 'All orders as CSV')!)
  expect(csv.headers.get('content-disposition')).toContain('attachment')
  expect(await csv.text()).toContain(customer.email)
  expect(recall.text).toContain('Your order')
  const unread = await recall.press('Send 1 email now')
  expect(unread.text).toContain('Read the emails, then tick the box to send them')
  const told = await unread.press('Send 1 email now', { confirmed: '1' })
  expect(told.text).toMatch(/customers? gets? an email now/)
  expect(
    await database.query(`select 1 from outbox where kind = 'product-recall' and recipient = $1`, [
      customer.email,
    ]),
  ).toHaveLength(1)

  expect((await open(`/admin/orders?search=${order}`)).text).toContain('Recalled, do not send')
  const page = await open(`/admin/orders/${order}`)
  expect(page.text).toContain(`Recalled, do not send: 2 × ${product.name}`)
  const refused = await (await page.press('Process')).press('Ship')
  expect(refused.text).toContain(`It holds recalled pieces: 2 × ${product.name}.`)
  const none = await refused.press('Exchange recalled pieces')
  expect(none.text).toContain(`No piece of ${product.name} may be sold`)
  await database.query(
    `with batch as (insert into product_batches (product_id, batch_number) values ($1, 'SAFE') returning id, product_id),
          product as (update products p set stock = stock + 3 from batch b where p.id = b.product_id returning p.id, p.stock, b.id as batch_id)
     insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after, batch_id)
     select p.id, 3, 'Set by a test', 'delivery_received', 'system', p.stock, p.batch_id from product p`,
    [product.id],
  )
  const exchanged = await none.press('Exchange recalled pieces')
  expect(exchanged.text).toContain(`Exchanged: 2 × ${product.name}.`)
  expect(exchanged.text).toContain(`take ${product.name}: 2 of SAFE.`)
  expect((await open(`/admin/orders/${order}`)).text).toContain(
    `${product.name}: 2 recalled pieces exchanged for 2 of SAFE`,
  )
  expect((await exchanged.press('Ship')).text).toContain('Mark Delivered')
})
