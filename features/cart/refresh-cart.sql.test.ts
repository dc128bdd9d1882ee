import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { MAX_CART_LINES } from '#shop/constants.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { SIZE_LIMITS } from '#tests/fixtures/orders/size-limits.ts'
import { insertCategory, insertProduct, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { reconcileCart } from './reconcile-cart.ts'
import { refreshCart } from './refresh-cart.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
})
afterAll(() => database.close())

describe('CART-12 Current data of a cart', () => {
  test('CART-12 price, stock and display data, of the requested products only', async () => {
    const honey = await insertProduct(database, { name: 'Forest Honey', price: 11.5, stock: 3 })
    await insertProduct(database)
    expect(await refreshCart(shop, [honey.id])).toEqual([
      {
        id: honey.id,
        slug: `product-${honey.id}`,
        name: 'Forest Honey',
        image_url: '/honey.webp',
        price: 11.5,
        stock: 3,
        net_weight: '250g',
        allergens: [0, 0, 16383],
        picture: null,
      },
    ])
  })

  test('stock is capped at the limit per order', async () => {
    const honey = await insertProduct(database, { stock: 4711 })
    const limits = { ...DEFAULT_ORDER_LIMITS, ...SIZE_LIMITS }
    expect(await refreshCart({ ...shop, limits }, [honey.id])).toMatchObject([{ stock: 20 }])
    expect(await refreshCart(shop, [honey.id])).toMatchObject([{ stock: 999 }])
  })

  test('CART-14 inactive and unknown products are left out', async () => {
    const honey = await insertProduct(database)
    const gone = await insertProduct(database, { is_active: false, name: 'Old Honey' })
    const facts = await refreshCart(shop, [gone.id, honey.id, crypto.randomUUID()])
    expect(facts.map(({ id }) => id)).toEqual([honey.id])
    const line = { id: gone.id, name: 'Old Honey', image_url: null, price: 4.5, quantity: 1 }
    expect(reconcileCart([line], facts)).toMatchObject({ lines: [], notices: [{ problem: 'withdrawn' }] })
  })

  test.each(['', 'x', '\0', "'); drop table products", '{}'])('an invalid ID is ignored: %j', async (id) => {
    const honey = await insertProduct(database)
    expect(await refreshCart(shop, [id])).toEqual([])
    expect(await refreshCart(shop, [id, honey.id, honey.id])).toHaveLength(1)
  })

  test('one prepared statement for carts of any length', async () => {
    const { id } = await insertProduct(database)
    for (let asked = 0; asked < 80; asked += 1) {
      await refreshCart(shop, [id, ...Array.from({ length: asked % 8 }, () => crypto.randomUUID())])
    }
    const { rows } =
      await sql`select from pg_prepared_statements where statement like '%net_weight%'`.execute(
        shop.db.visitor,
      )
    expect(rows).toHaveLength(1)
  })

  test('IDs beyond the maximum cart are ignored', async () => {
    const category_id = await insertCategory(database)
    const products = await Promise.all(
      Array.from({ length: MAX_CART_LINES + 5 }, () => insertProduct(database, { category_id })),
    )
    expect(
      await refreshCart(
        shop,
        products.map(({ id }) => id),
      ),
    ).toHaveLength(MAX_CART_LINES)
  })
})
