import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'

/** One login can set the roles of visitors, customers and administrators. Measures what injected SQL could read. */
let database: TestDatabase
let admin: Admin
let asha: Customer
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  asha = await insertCustomer(database)
  honey = await insertProduct(database)
  await insertOrder(database, { customer: asha, lines: [{ product: honey, quantity: 1 }] })
  await insertProduct(database, { name: 'Withdrawn', is_active: false })
})
afterAll(() => database.close())

const inject = (...statements: string[]) =>
  database.db.withActor(visitor, async (trx) => {
    let result: { rows: unknown[]; numAffectedRows?: bigint | undefined } = { rows: [] }
    for (const statement of statements) result = await sql.raw(statement).execute(trx)
    return result
  })
const addOne = () => `public.update_product_stock('${honey.id}', 1, 'manual_adjustment', 'found one')`
const setRoleStatements = (role: string, userId = '') => [
  `set local role ninth_bend_${role}`,
  `select set_config('app.user_id', '${userId}', true)`,
]

async function tablesSeenAs(role: string, userId?: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(`
    select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'accounts', 'ninth_bend') order by 1`)
  const seen: string[] = []
  for (const { name } of tables) {
    const rows = await inject(
      ...setRoleStatements(role, userId),
      `select count(*)::int as count from ${name}`,
    ).then(
      (result) => result.rows as { count: number }[],
      (problem: Error): undefined => {
        expect(problem.message).toMatch(/^permission denied/)
      },
    )
    if (rows?.[0]?.count) seen.push(name.replace('public.', ''))
  }
  return seen
}

describe('PERMISSION-12 injected SQL in a visitor’s request', () => {
  const CATALOGUE = ['categories', 'category_counts', 'products']

  test.each([
    ['visitor', CATALOGUE],
    ['customer', CATALOGUE],
    ['admin', ['categories', 'category_counts']],
  ])('as %s without a user ID it sees what visitors see, and no user IDs', async (role, tables) => {
    expect(await tablesSeenAs(role)).toEqual(tables)
    expect(await tablesSeenAs(role, crypto.randomUUID())).toEqual(tables)
  })

  test.each([
    { who: 'nobody', userId: '' },
    { who: 'a stranger', userId: crypto.randomUUID() },
  ])('the admin role has no effect for $who', async ({ userId }) => {
    const changes = [
      'products set price = 0',
      'categories set name = name',
      `user_profiles set full_name = ''`,
    ]
    for (const change of changes.map((each) => `update ${each}`)) {
      expect((await inject(...setRoleStatements('admin', userId), change)).numAffectedRows, change).toBe(0n)
    }
    expect(
      (await inject(...setRoleStatements('admin', userId), `select ${addOne()}->>'ok' as ok`)).rows,
    ).toEqual([{ ok: 'false' }])
  })

  test('remaining risk: with a user’s ID it acts as that user', async () => {
    expect(await tablesSeenAs('customer', asha.userId)).toEqual(
      expect.arrayContaining(['orders', 'user_profiles']),
    )
    expect(await tablesSeenAs('admin', admin.userId)).toEqual(
      expect.arrayContaining(['orders', 'user_profiles']),
    )
    expect(
      (await inject(...setRoleStatements('admin', admin.userId), `update products set brand = brand`))
        .numAffectedRows,
    ).toBe(2n)
    expect(
      (await inject(...setRoleStatements('admin', admin.userId), `select ${addOne()}->>'ok' as ok`)).rows,
    ).toEqual([{ ok: 'true' }])
  })
})
