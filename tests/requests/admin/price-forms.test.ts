import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { type HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let owner: HttpClient
beforeAll(async () => {
  owner = await signInAsAdmin(url)
})
afterAll(() => database.close())

/** Two products in their own category, and the list of these. */
async function aShelf() {
  const category_id = await insertCategory(database, `Shelf ${randomUUID()}`)
  const products: TestProduct[] = []
  for (const letter of ['A', 'B'])
    products.push(
      await insertProduct(database, {
        name: `Shelved ${letter} ${randomUUID()}`,
        price: 4,
        stock: 9,
        category_id,
      }),
    )
  const prices = async () =>
    (
      await database.query<{ price: number }>(
        'select price::float8 as price from products where category_id = $1 order by name',
        [category_id],
      )
    ).map(({ price }) => price)
  const list = `/admin/products?category=${category_id}`
  return { list, prices, products: products as [TestProduct, TestProduct] }
}
const open = (path: string) => PlainPage.open(owner, path)

test('PRICES-8 without scripts a price is changed from the list of products, and back from the list of changes', async () => {
  const { list, prices, products } = await aShelf()
  const rule = await (await open(list)).press('Apply', { what: 'prices', product_id: products[0].id })
  const refused = await rule.press('Show new prices', { amount: 'five' })
  expect(refused.text).toContain('Please give an amount above 0')
  const preview = await refused.press('Show new prices', { amount: '5' })
  expect(await prices(), 'a preview writes nothing').toEqual([4, 4])
  const changed = await preview.press('Change 1 price')
  expect(changed.text).toContain('The prices are changed.')
  expect(await prices()).toEqual([4.2, 4])
  const changes = await changed.follow('All price changes')
  const undone = await (await changes.follow('1 product changed')).press('Undo')
  expect(undone.text).toContain('The old prices are back.')
  expect(await prices()).toEqual([4, 4])
})

test('PRICES-4 PRICES-5 what somebody else has changed since the preview is named, and after the change is left by the undo', async () => {
  const { list, prices, products } = await aShelf()
  const [, second] = products
  const rule = await (
    await open(list)
  ).press('Apply', { what: 'prices', product_id: products.map(({ id }) => id) })
  const preview = await rule.press('Show new prices', { amount: '0.20', unit: 'pounds', rounding: 'ends-9' })
  await database.query('update products set price = 77.77 where id = $1', [second.id])
  const refused = await preview.press('Change 2 prices')
  expect(refused.text).toContain(`${second.name} (was £4.00, is now £77.77)`)
  expect(await prices()).toEqual([4, 77.77])
  const changed = await refused.press('Change 2 prices')
  expect(changed.text).toContain('The prices are changed.')
  await database.query('update products set price = 66.66 where id = $1', [second.id])
  expect((await changed.press('Undo')).text).toContain(`price was changed again since: ${second.name}.`)
  expect(await prices()).toEqual([4, 66.66])
})

test('CATALOGUE-30 CATALOGUE-32 a product is archived and brought back without scripts', async () => {
  const { list, products } = await aShelf()
  const [{ id, name }] = products
  const apply = async (path: string, what: string, done: string) => {
    const page = await (await open(path)).press('Apply', { what, product_id: id })
    expect(page.text).toContain(`1 ${done}`)
    expect(page.text).toContain(`${name} : ${done}.`)
  }
  const isOnSale = async () => (await fetch(`${url}/products/product-${id}`)).status === 200
  expect(await isOnSale()).toBe(true)
  await apply(list, 'archive', 'archived')
  expect((await open(list)).text).not.toContain(name)
  expect(await isOnSale()).toBe(false)
  await apply(`${list}&show=archived`, 'bring-back', 'brought back')
  expect((await open(list)).text).toContain(name)
  const unknown = await (await open(list)).press('Apply', { what: 'on', product_id: id })
  expect((await unknown.press('Make it active all the same')).text).toContain('1 changed')
  expect(await isOnSale()).toBe(true)
})

test('OFFER-1 OFFER-10 OFFER-15 an offer is made from the product form, which shows it, is charged in a cart, and is ended', async () => {
  const { products } = await aShelf()
  const [product] = products
  await backdatePrice(database, product, 60)
  const form = await open(`/admin/products?edit=${product.id}`)
  const terms = await form.follow('Make an offer')
  const last_day = addDays(londonDay(new Date()), 5)
  const preview = await terms.press('Show offer prices', { amount: '1.50', unit: 'price', last_day })
  expect(preview.text).toContain('“Was £4.00” all the time')
  expect((await preview.press('Make 1 offer')).text).toContain('The offer is made.')
  const priceInCart = async () => {
    const answer = await fetch(`${url}/api/cart?ids=${product.id}`)
    return JSON.stringify(await answer.json())
  }
  expect(await priceInCart()).toContain('"price":1.5')
  const told = await open(`/admin/products?edit=${product.id}`)
  expect(told.text).toContain('then it is £4.00 again')
  const offers = await told.follow('End or withdraw it on the page of offers')
  const ended = await offers.pressNear(product.name, 'End now')
  expect(ended.text).toContain('The offer is over.')
  expect(await priceInCart()).toContain('"price":4')
})
