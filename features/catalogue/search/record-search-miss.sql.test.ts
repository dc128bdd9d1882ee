import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { recordSearchMiss } from './search-products.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('SEARCH-58 a search without a result is counted by day, and forgotten after 30 days', async () => {
  const shop = createTestShop(database)
  await database.query(`insert into search_misses (day, search) values (current_date - 31, 'old')`)
  for (const search of ['Paneer', ' PANEER!', 'naan bread']) await recordSearchMiss(shop, search)
  expect(await database.query('select search, count from search_misses order by search')).toEqual([
    { search: 'naan bread', count: 1 },
    { search: 'paneer', count: 2 },
  ])
})

test('SEARCH-58 addresses, phone numbers and long texts are not kept', async () => {
  const shop = createTestShop(database)
  const personal = ['asha@example.com', '07700 900123', '12 High Street Leeds LS1', 'x'.repeat(50), '  ', '']
  for (const search of personal) await recordSearchMiss(shop, search)
  expect(await database.query('select search from search_misses order by search')).toEqual([
    { search: 'naan bread' },
    { search: 'paneer' },
  ])
})
