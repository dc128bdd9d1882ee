import { expect, inject, test } from 'vitest'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { shopRoutes } from '#app/shop-routes.ts'

/** The browser handles presses of the first two; the page's first script keeps a press of the third for later. */
const COUNTS_EARLY = /\stype="submit"|\spopovertarget=|\sdata-waits=|\s(aria-)?disabled=/i

test('STOREFRONT-45 every button of the shop that the server sends counts a press before its script is there', async () => {
  const customer = await signInNewCustomer(inject('shopUrl'))
  const database = connectToShopDatabase(inject('shopDataDirectory'))
  const product = await insertProduct(database, { name: 'Early Presses' })
  await database.close()
  const orderId = await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
  const paths = shopRoutes.map(({ path }) =>
    path.replace(':id', orderId).replace(':slug', 'malabar-cloves').replace('*', '/nowhere'),
  )
  let found = 0
  for (const path of paths) {
    const html = await (await customer.fetch(path)).text()
    // Buttons added by a script cannot be pressed before it runs.
    const buttons = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').match(/<button\b[^>]*>/g) ?? []
    found += buttons.length
    expect
      .soft(
        buttons.filter((button) => !COUNTS_EARLY.test(button)),
        path,
      )
      .toEqual([])
  }
  expect(found).toBeGreaterThan(paths.length)
})
