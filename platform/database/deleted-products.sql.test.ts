import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

/** Tables with a few rows, however many products there are. */
const SMALL_TABLES = ['recalls']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('IMPORT-19 whatever refers to a product is found by an index, so that deleting products reads no table as a whole', async () => {
  const rows = await database.query<{ table: string; has_index: boolean }>(
    `select c.table_name as table, exists (
              select from pg_indexes i where i.tablename = c.table_name
                 and i.indexdef ~ ('btree \\(' || c.column_name || '[,)]') and i.indexdef !~ ' WHERE ') as has_index
       from information_schema.constraint_column_usage p
       join information_schema.referential_constraints r on r.constraint_name = p.constraint_name
       join information_schema.key_column_usage c on c.constraint_name = p.constraint_name
      where p.table_name = 'products' and p.column_name = 'id' order by 1`,
  )
  expect(rows.map(({ table }) => table)).toContain('order_items')
  const withoutIndex = rows.filter(({ has_index }) => !has_index).map(({ table }) => table)
  expect(withoutIndex).toEqual(SMALL_TABLES)
})
