import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#platform/database/migrate.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { insertDemoProducts } from '#tests/fixtures/products/insert-demo-products.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await insertDemoProducts(database)
})
afterAll(() => database.close())

const listedProducts = () => database.query('select * from product_listing order by id')

async function upgrade() {
  const [{ name }] = (await database.query<{ name: string }>('select current_database() as name')) as [
    { name: string },
  ]
  await migrate(withDatabaseName(inject('testServer').template, name))
}

test('SEARCH-57 the products of an earlier version are listed after its upgrade', async () => {
  const listed = await listedProducts()
  expect(listed).toHaveLength(46)
  await database.query('delete from product_listing; delete from ninth_bend.definitions')
  await upgrade()
  expect(await listedProducts()).toEqual(listed)
})

test('SEARCH-57 a migration that changes what is listed has the table rebuilt', async () => {
  const listed = await listedProducts()
  await database.query(
    `update product_listing set name_vector = ''; delete from ninth_bend.definitions;
     insert into search_word_files (name, sha256) values ('product_listing', 'outdated')`,
  )
  await upgrade()
  expect(await listedProducts()).toEqual(listed)
  const marks = await database.query(`select from search_word_files where name = 'product_listing'`)
  expect(marks).toEqual([])
})
