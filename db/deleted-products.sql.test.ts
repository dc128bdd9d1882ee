import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

/** A few rows each, whatever the shop sells. */
const SMALL_TABLES = ['recalls']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('IMPORT-19 whatever refers to a product is found by an index, so that deleting products reads no table as a whole', async () => {
  const rows = await database.query<{ table: string; has_index: boolean }>(
    `select c.conrelid::regclass::text as table, exists (
              select from pg_index i where i.indrelid = c.conrelid and i.indpred is null and i.indisvalid and i.indkey[0] = c.conkey[1]) as has_index
       from pg_constraint c where c.contype = 'f' and c.confrelid = 'products'::regclass order by 1`,
  )
  expect(rows.map(({ table }) => table)).toContain('order_items')
  const withoutIndex = rows.filter(({ has_index }) => !has_index).map(({ table }) => table)
  expect(withoutIndex).toEqual(SMALL_TABLES)
})
