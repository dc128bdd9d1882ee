import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies, insertCategory, readStock } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { submitForm } from '#tests/fixtures/http/page-forms.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'
import { fetchProduct, placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
afterAll(() => database.close())
const shortOf = (id: string) => id.slice(0, 8).toUpperCase()

test('ADMIN-19 CUSTOMERS-18 a day in the shop: a product is added and repriced, stock is added, orders are placed, edited, shipped and cancelled, and the ledger is exact', async () => {
  const owner = await signInAsAdmin(url)
  const customer = await signInNewCustomer(url)
  const open = (path: string) => PlainPage.open(owner, path)
  const name = `Monsoon Pepper ${randomUUID()}`
  const category_id = await insertCategory(database, `Shelf ${randomUUID()}`)
  await submitForm(owner, '/admin/products?add=product', 'add', {
    name,
    category_id,
    price: '3.50',
    stock: '20',
    is_active: 'on',
    net_weight: '100g',
    ingredients: 'Black pepper.',
    allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
    confirmed: 'on',
    image: new File([new Uint8Array(await createPhoto())], 'pepper.jpg', { type: 'image/jpeg' }),
  })
  const [{ id }] = (await database.query<{ id: string }>('select id from products where name = $1', [
    name,
  ])) as [{ id: string }]
  await submitForm(owner, `/admin/products?edit=${id}`, 'edit', { price: '3.95', confirmed: 'on' })
  const stock = await open(`/admin/products?stock=${id}`)
  const stocked = await stock.press('Adjust stock', { change: '24', reason: 'Two cases came in' })
  expect(stocked.text).toContain('is changed by')

  const pepper = await fetchProduct(customer, id)
  const [sent, dropped] = [
    await placeOrderOverHttp(customer, [{ product: pepper, quantity: 3 }]),
    await placeOrderOverHttp(customer, [{ product: pepper, quantity: 2 }]),
  ]
  const ordersOf = async () => (await PlainPage.open(customer, '/profile/orders')).text
  expect(await ordersOf()).toContain('£11.85')
  expect(await readStock(database, pepper)).toBe(39)

  const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [
    sent,
  ])
  const edited = await (
    await open(`/admin/orders/${sent}`)
  ).press('Save changes', {
    [`quantity-${item!.id}`]: '2',
    estimated_delivery: addDays(londonDay(new Date()), 8),
  })
  expect(edited.text).toContain('Total £7.90')
  for (const [button, status] of [
    ['Process', 'Processing'],
    ['Ship', 'Shipped'],
    ['Mark Delivered', 'Delivered'],
  ] as const)
    expect((await (await open(`/admin/orders/${sent}`)).press(button)).text).toContain(status)
  const list = await open(`/admin/orders?search=${dropped}`)
  const cancelled = await (
    await list.press('Cancel')
  ).press('Cancel order', { reason: 'Ordered twice by mistake' })
  expect(cancelled.text).toContain('Cancelled')

  expect(await readStock(database, pepper)).toBe(42)
  const ledger = await database.query(
    `select action_type, quantity_change, stock_after from inventory_adjustments where product_id = $1 order by created_at, id`,
    [id],
  )
  expect(ledger.map(Object.values)).toEqual([
    ['initial_stock', 20, 20],
    ['manual_adjustment', 24, 44],
    ['order_placed', -3, 41],
    ['order_placed', -2, 39],
    ['order_edited', 1, 40],
    ['order_cancelled', 2, 42],
  ])
  const wrong = (await findInconsistencies(database)) as { id: string }[]
  expect(wrong.filter((each) => [id, sent, dropped].includes(each.id))).toEqual([])
  const seen = await ordersOf()
  for (const words of ['Delivered on', '£7.90', 'Order Cancelled']) expect(seen).toContain(words)

  const audit = async (search: string) =>
    (await open(`/admin/audit?search=${encodeURIComponent(search)}`)).text
  const ofProduct = await audit(name)
  for (const words of [
    'Product added',
    'Price changed',
    'First stock',
    '£3.50',
    '£3.95',
    'Two cases came in',
  ])
    expect(ofProduct).toContain(words)
  const ofSent = await audit(shortOf(sent))
  expect(ofSent).toMatch(
    /Order moved on[\s\S]*Order moved on[\s\S]*Order moved on[\s\S]*Order edited[\s\S]*Order placed/,
  )
  expect(ofSent).toContain(`${name}: 3 to 2`)
  expect(await audit(shortOf(dropped))).toMatch(
    /Order cancelled[\s\S]*Ordered twice by mistake[\s\S]*Order placed/,
  )
  const beyond = await open('/admin/customers?page=200')
  expect(beyond.text, 'people have ordered').toContain('No customers to show.')
})
