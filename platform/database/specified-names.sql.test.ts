import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  callProcedure,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  honey = await insertProduct(database, { stock: 50 })
})
afterAll(() => database.close())

const FIELDS = {
  categories: 'id, name, slug, description, image_url, updated_at',
  products:
    'id, slug, name, category_id, description, price, stock, is_active, is_featured, is_best_seller, badge, image_url, created_at, ' +
    'updated_at, net_weight, brand, ingredients, allergy_advice, lifestyle, dietary_info, storage_instructions, nutrition_info, manufacturer',
  user_profiles: 'user_id, full_name, phone, address, post_code, city, country, email',
  orders:
    'id, user_id, total_amount, shipping_address, payment_method, status, created_at, updated_at, estimated_delivery, actual_delivery',
  order_items: 'id, order_id, product_id, quantity, price, subtotal',
  inventory_adjustments: 'product_id, quantity_change, reason',
}

describe('OPERATIONS-1 Names required by the specification', () => {
  test.each(Object.entries(FIELDS))(
    'CATALOGUE-1 CATALOGUE-2 ORDER-38 every field exists in the database: %s',
    async (table, fields) => {
      const rows = await database.query<{ column_name: string }>(
        `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
      expect(rows.map((row) => row.column_name)).toEqual(expect.arrayContaining(fields.split(', ')))
    },
  )

  test('OPERATIONS-1 OPERATIONS-15 the procedures take named arguments', async () => {
    const order = await insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })
    const before = await readStock(database, honey)
    const ask = (sql: string, values: unknown[]) =>
      database.db.withActor(admin, async (trx) => {
        const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, values))
        return Object.values(rows[0]!)[0]
      })
    expect(await ask('select is_admin()', [])).toBe(true)
    expect(
      await ask('select cancel_order(p_order_id => $1, p_reason => $2)', [order, 'Cancelled by admin']),
    ).toMatchObject({ ok: true })
    expect(
      await ask(
        'select update_product_stock(p_product_id => $1, p_quantity_change => $2, p_action_type => $3, p_notes => $4)',
        [honey.id, 5, 'manual_adjustment', 'Counted'],
      ),
    ).toMatchObject({ ok: true })
    expect(await readStock(database, honey), '2 come back and 5 are added').toBe(before + 7)
  })

  test('ORDER-5 a move writes status and updated_at, and actual_delivery when it delivers', async () => {
    const id = await insertOrder(database, {
      customer: await insertCustomer(database),
      lines: [{ product: honey, quantity: 1 }],
    })
    const read = async () => {
      const [order] = await database.query<{
        status: string
        updated_at: string
        actual_delivery: string | null
      }>('select status, updated_at, actual_delivery from orders where id = $1', [id])
      return order!
    }
    let before = await read()
    for (const [from, to] of [
      ['pending', 'processing'],
      ['processing', 'shipped'],
      ['shipped', 'delivered'],
    ] as const) {
      const started = Date.now()
      expect(await callProcedure(database, admin, 'move_order', [id, from, to])).toMatchObject({ ok: true })
      const after = await read()
      expect(after.status).toBe(to)
      expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
      if (to === 'delivered')
        expect(Math.abs(Date.parse(after.actual_delivery!) - started), 'the current time').toBeLessThan(
          60_000,
        )
      else expect(after.actual_delivery).toBeNull()
      before = after
    }
  })
})
