import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { refundQuantityField } from '#features/orders/refunds/admin/refund-draft.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, readOrderStatus, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  type HttpClient,
  signInAsAdmin,
  signInNewCustomer,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { createRefundForm, deliverOrder, submitRefund } from '#tests/fixtures/orders/refund-requests.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let owner: HttpClient
let product: TestProduct
let customer: SignedInClient

beforeAll(async () => {
  owner = await signInAsAdmin(url)
  product = await insertProduct(database, { name: `Formed Pepper ${randomUUID()}`, price: 4.5, stock: 1000 })
})
afterAll(() => database.close())

/** Places orders of a new customer; returns their IDs, newest first. */
async function placeOrders(count: number): Promise<string[]> {
  customer = await signInNewCustomer(url)
  const ids: string[] = []
  for (let order = 0; order < count; order++)
    ids.unshift(await placeOrderOverHttp(customer, [{ product, quantity: 2 }]))
  return ids
}
const shortOf = (id: string) => id.slice(0, 8).toUpperCase()
const open = (path: string) => PlainPage.open(owner, path)
const list = (more = '') => open(`/admin/orders?search=${customer.email}${more}`)
const statuses = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => readOrderStatus(database, id)))).map(({ status }) => status)

test('ORDER-24 ADMIN-17 without scripts a transition is undone from its result page', async () => {
  const ids = await placeOrders(1)
  const moved = await (await list()).press('Process')
  expect(moved.text).toContain('is now processing.')
  const undone = await moved.press('Undo')
  expect(undone.text).toContain('is pending again.')
  expect(await statuses(ids)).toEqual(['pending'])
})

test('ORDER-49 ORDER-50 ADMIN-17 without scripts the chosen orders are moved, undone and printed', async () => {
  const ids = await placeOrders(3)
  await submitBulkMove(owner, 'pending', [ids[2]!])
  const page = await list()
  expect((await page.press('Chosen: Ship')).text).toContain('Select an order for this task')
  const chosen = [`${ids[0]}:pending`, `${ids[1]}:pending`, `${ids[2]}:processing`]
  const moved = await page.press('Chosen: Process', { chosen })
  expect(moved.text).toContain('2 orders processed.')
  expect(await statuses(ids), 'the third is not pending').toEqual(['processing', 'processing', 'processing'])
  const undone = await moved.press('Undo')
  expect(undone.text).toContain('2 orders are pending again.')
  expect(await statuses(ids)).toEqual(['pending', 'pending', 'processing'])
  const slips = await undone.press('Packing slips (2)', { chosen: chosen.slice(0, 2) })
  expect(slips.text).toContain('2 packing slips')
  expect(slips.path).toContain(`?ids=${ids.slice(0, 2).join(',')}`)
})

test('ORDER-37 all open orders of one customer are cancelled from one order’s page, with a reason', async () => {
  const ids = await placeOrders(3)
  const question = await (await open(`/admin/orders/${ids[0]}`)).follow('Cancel all 3')
  expect(question.text).toContain('Cancel 3 orders of Asha Menon')
  for (const id of ids) expect(question.text).toContain(shortOf(id))
  const refused = await question.press('Cancel 3 orders')
  expect(refused.text).toContain('Please provide a cancellation reason')
  expect(await statuses(ids)).toEqual(['pending', 'pending', 'pending'])
  const done = await refused.press('Cancel 3 orders', { reason: 'Ordered all of the tea' })
  expect(done.text).toContain(`3 orders cancelled: ${ids.map(shortOf).join(', ')}.`)
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await open(`/admin/orders/${ids[0]}`)).text).toContain('Ordered all of the tea')
})

test('ORDER-51 ORDER-42 orders to send: overdue first, also with the links beside an order', async () => {
  const [newest, middle, oldest] = (await placeOrders(3)) as [string, string, string]
  await submitBulkMove(owner, 'pending', [middle])
  await database.query('alter table orders disable trigger user')
  await database.query(`update orders set created_at = created_at - interval '5 days' where id = $1`, [
    oldest,
  ])
  await database.query('alter table orders enable trigger user')
  const toSend = await list('&status=to-send')
  expect(toSend.html).toMatch(/<title>Orders to send/)
  const rows = [...toSend.html.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].map(([row]) => row).slice(-3)
  for (const [index, id] of [oldest, middle, newest].entries()) expect(rows[index]).toContain(shortOf(id))
  expect(rows[0]).toContain('Overdue')
  const page = await toSend.follow(shortOf(middle))
  expect((await page.follow('Previous order')).path).toContain(oldest)
  expect((await page.follow('Next order')).path).toContain(newest)
})

test('REFUND-9 a form that was open during another refund refunds nothing, and says what remains', async () => {
  const [id] = (await placeOrders(1)) as [string]
  await deliverOrder(owner, id)
  const form = await createRefundForm(database, id, 2)
  expect((await submitRefund(owner, id, form)).kind).toBe('done')
  const late = await owner.post(`/admin/orders/${id}`, {
    ...form,
    seen: form['seen']!.replace(/"key":"[^"]+"/, `"key":"${randomUUID()}"`),
  })
  expect(late.status).toBe(409)
  const html = await late.text()
  expect(html).toContain('Nothing was refunded')
  expect(html).toContain('All refunded')
})

test('REFUND-11 without scripts a refund is made with plain forms, and its amount is confirmed first', async () => {
  const [id] = (await placeOrders(1)) as [string]
  await deliverOrder(owner, id)
  const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [id])
  const quantity = refundQuantityField(item!.id)
  const paid = await (await open(`/admin/orders/${id}`)).press('Card')
  expect(paid.text).toContain('Recorded: paid by card.')
  const asked = await paid.press('Refund')
  expect(asked.text).toContain(`Refund order ${shortOf(id)}`)
  const filled = { [quantity]: '3', refund_method: 'bank-transfer', refund_reason: 'Too sweet' }
  const refused = await asked.press('Refund', filled)
  expect(refused.text).toContain('must be a whole number from 0 to 2')
  const whole = await refused.press('Whole order')
  const unconfirmed = await whole.press('Refund £9.00', { [quantity]: '1' })
  expect(unconfirmed.text).toContain('This refund comes to £4.50')
  const done = await unconfirmed.press('Refund £4.50')
  expect(done.text).toContain(
    '£4.50 refunded. The customer gets an email, if the order has an address: at once, or as soon as an unconfirmed address is confirmed.',
  )
  expect(done.text).toContain('Too sweet')
})
