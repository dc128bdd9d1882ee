import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAdmin, insertProduct, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { actorContext, shopContext } from '#kit/requests/request-contexts.ts'
import { loader } from './products-page.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a search result capped at 1,000 cannot be selected as a whole', async () => {
  const context = new RouterContextProvider()
  context.set(shopContext, createTestShop(database))
  context.set(actorContext, await insertAdmin(database))
  const { id } = await insertProduct(database, { name: 'Thousandfold' })
  const addCopies = (count: number) =>
    database.query(
      `insert into products (slug, name, category_id, price, stock, brand, manufacturer)
     select gen_random_uuid()::text, name, category_id, price, 0, brand, manufacturer from products, generate_series(1, $2::int) where id = $1`,
      [id, count],
    )
  const readSelectableTotal = async () => {
    const request = new Request('http://shop.invalid/admin/products?search=thousandfold')
    const { data } = await loader({ request, params: {}, context } as unknown as LoaderFunctionArgs)
    return data.wholeList?.total ?? null
  }
  await addCopies(999)
  expect(await readSelectableTotal()).toBe(1000)
  await addCopies(1)
  expect(await readSelectableTotal()).toBeNull()
})
