import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { DatabaseActor } from './connection/connect.server.ts'

let database: TestDatabase
let admin: Admin
let asha: Customer
let ben: Customer
let honey: TestProduct
let ashasOrder: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  asha = await insertCustomer(database, { full_name: 'Asha' })
  ben = await insertCustomer(database, { full_name: 'Ben' })
  honey = await insertProduct(database)
  await insertProduct(database, { name: 'Withdrawn', is_active: false })
  ashasOrder = await insertOrder(database, { customer: asha, lines: [{ product: honey, quantity: 1 }] })
  await insertOrder(database, { customer: ben, lines: [{ product: honey, quantity: 1 }] })
})
afterAll(() => database.close())

const rowsFor = (actor: DatabaseActor, table: string, columns = '*') =>
  database.db.withActor(
    actor,
    async (trx) =>
      (await sql<Record<string, unknown>>`select ${sql.raw(columns)} from ${sql.raw(table)}`.execute(trx))
        .rows,
  )
const doAs = (actor: DatabaseActor, statement: string) =>
  database.db.withActor(actor, async (trx) => (await sql.raw(statement).execute(trx)).numAffectedRows)

describe('PERMISSION-12 Visibility and changes by role', () => {
  test('CATALOGUE-8 shoppers see active products, administrators all', async () => {
    for (const actor of [visitor, asha])
      expect((await rowsFor(actor, 'products')).map(({ name }) => name)).toEqual(['Forest Honey'])
    expect(await rowsFor(admin, 'products')).toHaveLength(2)
  })

  test('PERMISSION-3 a customer reads only their own orders, items and history', async () => {
    for (const [table, owner] of [
      ['orders', 'id'],
      ['order_items', 'order_id'],
    ] as const) {
      expect((await rowsFor(asha, table)).map((row) => row[owner])).toEqual([ashasOrder])
      expect(await rowsFor(admin, table)).toHaveLength(2)
    }
    expect(await rowsFor(asha, 'order_history', 'order_id, event, reason')).toEqual([
      { order_id: ashasOrder, event: 'placed', reason: null },
    ])
    expect(await rowsFor(ben, `orders where id = '${ashasOrder}'`)).toEqual([])
  })

  test('customers see neither notes nor the identity of administrators', async () => {
    for (const column of ['note', 'actor_id', 'details']) {
      await expect(rowsFor(asha, 'order_history', column)).rejects.toThrow(/permission denied/)
    }
  })

  test('PERMISSION-3 a customer reads and changes six fields of their own profile only', async () => {
    expect((await rowsFor(asha, 'user_profiles')).map(({ full_name }) => full_name)).toEqual(['Asha'])
    expect(await doAs(asha, `update user_profiles set full_name = 'Taken', phone = '1'`)).toBe(1n)
    expect(
      await database.query('select full_name from user_profiles where user_id = $1', [ben.userId]),
    ).toEqual([{ full_name: 'Ben' }])
    await expect(doAs(asha, `update user_profiles set email = 'x@y.example'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(doAs(asha, `update user_profiles set user_id = '${ben.userId}'`)).rejects.toThrow(
      /permission denied/,
    )
  })

  test('an administrator changes no other user’s profile', async () => {
    expect(await doAs(admin, `update user_profiles set full_name = 'Taken'`)).toBe(0n)
  })

  test('the admin role without an admin grant sees and changes nothing, also right after its removal', async () => {
    const removed = await insertAdmin(database)
    expect(await rowsFor(removed, 'orders')).toHaveLength(2)
    await database.query('delete from accounts.administrator where user_id = $1', [removed.userId])
    for (const pretender of [
      removed,
      { kind: 'admin', userId: asha.userId },
      { kind: 'admin', userId: null },
    ] as DatabaseActor[]) {
      for (const table of [
        'orders',
        'order_items',
        'order_history',
        'user_profiles',
        'inventory_adjustments',
        'products',
      ]) {
        const columns = table === 'user_profiles' ? 'user_id' : '*'
        expect(await rowsFor(pretender, table, columns), table).toEqual([])
      }
      expect(await doAs(pretender, `update products set price = 0`)).toBe(0n)
      expect(await doAs(pretender, `update categories set name = 'Taken'`)).toBe(0n)
      await expect(doAs(pretender, `insert into categories (name, slug) values ('X', 'x')`)).rejects.toThrow(
        /row-level security/,
      )
      expect(await rowsFor(pretender, `find_orders('', null, 1, 24)`)).toEqual([])
    }
  })

  test('OPERATIONS-14 is_admin() applies to the current actor', async () => {
    const result = async (actor: DatabaseActor) => (await rowsFor(actor, 'is_admin()'))[0]!.is_admin
    expect([
      await result(admin),
      await result({ kind: 'customer', userId: admin.userId }),
      await result(asha),
      await result(visitor),
    ]).toEqual([true, true, false, false])
  })

  test('only the accounts role reaches the accounts schema', async () => {
    for (const actor of [visitor, asha, admin]) {
      for (const table of ['administrator', '"user"', 'session', 'account']) {
        await expect(rowsFor(actor, `accounts.${table}`)).rejects.toThrow(
          /permission denied for schema accounts/,
        )
      }
    }
    await expect(sql`select * from accounts.session`.execute(database.db.worker)).rejects.toThrow(
      /permission denied/,
    )
    expect((await database.db.accounts.query('select * from administrator')).rows.length).toBeGreaterThan(0)
  })

  test('the accounts role reads no orders', async () => {
    for (const table of ['orders', 'order_items', 'inventory_adjustments', 'products']) {
      await expect(database.db.accounts.query(`select * from public.${table}`)).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  test('CATALOGUE-6 CATALOGUE-20 PERMISSION-7 an administrator edits products except slug, stock, version and timestamps', async () => {
    expect(
      await doAs(admin, `update products set price = 5, is_active = true where id = '${honey.id}'`),
    ).toBe(1n)
    const id = await insertCategory(database)
    expect(await doAs(admin, `update categories set name = 'New name' where id = '${id}'`)).toBe(1n)
    for (const column of ['slug', 'stock', 'version', 'created_at', 'updated_at', 'id']) {
      await expect(doAs(admin, `update products set ${column} = default`), column).rejects.toThrow(
        /permission denied/,
      )
    }
  })
})
