import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { openConcurrentConnections } from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callPlaceOrder,
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertProduct,
  resultCode,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  changePrices,
  listPriceChanges,
  listPricedProducts,
  readPriceChange,
  undoPriceChange,
} from './price-changes.server.ts'
import type { PricedProduct, SeenPrice } from './price-change.ts'
import type { PriceRule } from './price-rule.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
const FIVE_PERCENT: PriceRule = { direction: 'up', unit: 'percent', hundredths: 500, rounding: 'ends-9' }

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

/** The products have their own category and cost £1.00, £2.00 and so on. */
async function insertShelf(count: number) {
  const category_id = await insertCategory(database, 'Shelf')
  const products: TestProduct[] = []
  for (let price = 1; price <= count; price++)
    products.push(await insertProduct(database, { name: `Tea ${price}`, price, category_id, stock: 50 }))
  return { products, category_id }
}
const readPrices = async (products: readonly TestProduct[]) => {
  const rows = await database.query<{ id: string; price: number }>(
    'select id, price from products where id = any ($1)',
    [products.map(({ id }) => id)],
  )
  return products.map(({ id }) => rows.find((row) => row.id === id)!.price)
}
const setPrice = (product: TestProduct, price: number) =>
  database.query('update products set price = $2 where id = $1', [product.id, price])
const toSeen = ({ id, version, price }: PricedProduct): SeenPrice => ({
  productId: id,
  version,
  pence: Math.round(price * 100),
})
async function preview(products: readonly TestProduct[]): Promise<SeenPrice[]> {
  const listed = await listPricedProducts(shop, admin, { ids: products.map(({ id }) => id) })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.map(toSeen)
}
async function changeShelf(products: readonly TestProduct[], rule = FIVE_PERCENT) {
  const id = crypto.randomUUID()
  const changed = await changePrices(shop, admin, { id, rule, seen: await preview(products) })
  if (!changed.ok) throw new Error(changed.refusal.code)
  return id
}

describe('A change of prices', () => {
  test('PRICES-3 changes every product of the preview, with a record of who, before and after', async () => {
    const { products, category_id } = await insertShelf(3)
    const listed = await listPricedProducts(shop, admin, {
      matching: { search: '', category_id, show: null },
    })
    expect(listed).toMatchObject({ ok: true, value: products.map(({ id, name }) => ({ id, name })) })
    const id = await changeShelf(products)
    expect(await readPrices(products)).toEqual([1.09, 2.09, 3.19])
    expect(await readPriceChange(shop, admin, id)).toMatchObject({
      rule: FIVE_PERCENT,
      products: 3,
      can_undo: true,
      lines: [
        { name: 'Tea 1', old_price: 1, new_price: 1.09, price: 1.09 },
        { name: 'Tea 2', old_price: 2, new_price: 2.09 },
        { name: 'Tea 3', old_price: 3, new_price: 3.19 },
      ],
    })
    expect(await listPriceChanges(shop, admin)).toContainEqual(expect.objectContaining({ id, products: 3 }))
    const { rows } = await readAuditLog(shop, admin, { kind: 'prices' })
    expect(rows.find(({ subject }) => subject.id === products[0]!.id)).toMatchObject({
      actor: { id: admin.userId },
      before: { price: 1 },
      after: { price: 1.09 },
    })
  })

  test('PRICES-4 writes nothing if one product was changed since the preview, and names it', async () => {
    const { products } = await insertShelf(3)
    const seen = await preview(products)
    await setPrice(products[1]!, 2.5)
    const change = { id: crypto.randomUUID(), rule: FIVE_PERCENT, seen }
    expect(await changePrices(shop, admin, change)).toEqual({
      ok: false,
      refusal: { code: 'changed-meanwhile', products: [{ name: 'Tea 2', price: 2.5, seen_price: 2 }] },
    })
    expect(await readPrices(products)).toEqual([1, 2.5, 3])
    expect(await readPriceChange(shop, admin, change.id)).toBeNull()
    // Changed away and back: somebody has made a decision.
    await setPrice(products[1]!, 2)
    expect(await changePrices(shop, admin, change)).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
    expect(await changePrices(shop, admin, { ...change, seen: await preview(products) })).toMatchObject({
      ok: true,
    })
  })

  test('PRICES-4 a sale since the preview is no change, and a form that is sent twice changes once', async () => {
    const { products } = await insertShelf(2)
    const seen = await preview(products)
    const lines = toOrderLines([{ product: products[0]!, quantity: 2 }])
    expect(resultCode(await callPlaceOrder(database, await insertCustomer(database), lines))).toBe('done')
    const change = { id: crypto.randomUUID(), rule: FIVE_PERCENT, seen }
    const answers = [await changePrices(shop, admin, change), await changePrices(shop, admin, change)]
    expect(answers).toEqual([
      { ok: true, value: { products: 2 } },
      { ok: true, value: { products: 2 } },
    ])
    expect(await readPrices(products)).toEqual([1.09, 2.09])
    expect(await readPriceChange(shop, admin, change.id)).toMatchObject({ products: 2 })
  })

  test('PRICES-2 the procedure takes no price of 0 or beyond the limit, no unchanged price and no product twice', async () => {
    const { products } = await insertShelf(1)
    const [{ productId: product_id, version }] = (await preview(products)) as [SeenPrice]
    const line = { product_id, version, old_price: 1, new_price: 2 }
    for (const lines of [
      [{ ...line, new_price: 0 }],
      [{ ...line, new_price: -1 }],
      [{ ...line, new_price: 100_000 }],
      [{ ...line, new_price: 1.005 }],
      [{ ...line, new_price: 1 }],
      [{ ...line, new_price: null }],
      [line, line],
      [],
      {},
    ])
      expect(
        resultCode(await callProcedure(database, admin, 'change_prices', [crypto.randomUUID(), {}, lines])),
        JSON.stringify(lines),
      ).toBe('lines-invalid')
    expect(await readPrices(products)).toEqual([1])
  })

  test('PRICES-7 an order at the old price is refused with the new one', async () => {
    const { products } = await insertShelf(1)
    await changeShelf(products)
    const customer = await insertCustomer(database)
    const lines = toOrderLines([{ product: products[0]!, quantity: 1 }])
    expect(await callPlaceOrder(database, customer, lines)).toMatchObject({
      ok: false,
      refusal: { code: 'cart-changed', lines: [{ problem: 'price-changed', price: 1.09 }] },
    })
  })

  test('PRICES-7 shoppers’ lists have the new price and unit price', async () => {
    const { products } = await insertShelf(3)
    await changeShelf(products)
    const stale = await database.query(
      `select p.name, p.price, l.price, l.price_per_kilogram from products p join product_listing l on l.id = p.id
        where p.id = any ($1) and (l.price <> p.price or l.price_per_kilogram is distinct from price_per_kilogram(p.price, p.net_weight))`,
      [products.map(({ id }) => id)],
    )
    expect(stale).toEqual([])
    const listed = await database.query('select from product_listing where id = any ($1)', [
      products.map(({ id }) => id),
    ])
    expect(listed).toHaveLength(3)
  })

  test('PRICES-4 of two changes at the same moment one wins, and the other writes nothing', async () => {
    const connections = await openConcurrentConnections(database)
    try {
      const { products } = await insertShelf(12)
      for (let round = 0; round < 10; round++) {
        const before = await readPrices(products)
        const seen = await preview(products)
        const lines = (percent: number) =>
          JSON.stringify(
            seen.map(({ productId: product_id, version, pence }) => ({
              product_id,
              version,
              old_price: pence / 100,
              new_price: (pence + percent) / 100,
            })),
          )
        const answers = await Promise.all(
          [1, 2].map((percent) =>
            connections.as(admin, 'public.change_prices($1, $2, $3)', [
              crypto.randomUUID(),
              '{}',
              lines(percent),
            ]),
          ),
        )
        expect(answers.map(resultCode).toSorted()).toEqual(['changed-meanwhile', 'done'])
        const won = answers.findIndex(({ ok }) => ok) + 1
        expect(await readPrices(products)).toEqual(before.map((price) => Math.round(price * 100 + won) / 100))
      }
    } finally {
      await connections.close()
    }
  })
})

describe('PRICES-5 The undo of a change', () => {
  test('gives every product its old price, once', async () => {
    const { products } = await insertShelf(3)
    const id = await changeShelf(products)
    expect(await undoPriceChange(shop, admin, id)).toEqual({ ok: true, value: { undone: 3, kept: [] } })
    expect(await readPrices(products)).toEqual([1, 2, 3])
    expect(await undoPriceChange(shop, admin, id)).toMatchObject({ refusal: { code: 'already-undone' } })
    expect(await readPriceChange(shop, admin, id)).toMatchObject({
      can_undo: false,
      lines: [{ is_undone: true }, {}, {}],
    })
  })

  test('leaves what was changed since, also if it was changed back, and names it', async () => {
    const { products } = await insertShelf(5)
    const id = await changeShelf(products)
    await setPrice(products[0]!, 5)
    await setPrice(products[1]!, 5)
    await setPrice(products[1]!, 2.09)
    // Together with the stock, which creates no new version.
    await database.query('update products set price = 6, stock = 7 where id = $1', [products[4]!.id])
    // Changes of other fields do not prevent it.
    await database.query(`update products set description = 'Fresh.' where id = $1`, [products[2]!.id])
    expect(await undoPriceChange(shop, admin, id)).toEqual({
      ok: true,
      value: {
        undone: 2,
        kept: [
          { name: 'Tea 1', price: 5 },
          { name: 'Tea 2', price: 2.09 },
          { name: 'Tea 5', price: 6 },
        ],
      },
    })
    expect(await readPrices(products)).toEqual([5, 2.09, 3, 4, 6])
  })

  test('is refused if all were changed since', async () => {
    const { products } = await insertShelf(2)
    const id = await changeShelf(products)
    await changeShelf(products)
    expect(await undoPriceChange(shop, admin, id)).toMatchObject({ refusal: { code: 'all-changed-since' } })
    expect(await readPriceChange(shop, admin, id)).toMatchObject({ undone_at: null })
  })

  test('is possible for a day', async () => {
    const { products } = await insertShelf(1)
    const [late, early] = [
      await changeShelf(products),
      await changeShelf(await insertShelf(1).then((s) => s.products)),
    ]
    const age = (id: string, interval: string) =>
      database.query(`update price_changes set made_at = now() - $2::interval where id = $1`, [id, interval])
    await age(late, '24 hours 1 second')
    await age(early, '23 hours 59 minutes')
    expect(await undoPriceChange(shop, admin, late)).toMatchObject({ refusal: { code: 'too-late' } })
    expect(await readPriceChange(shop, admin, late)).toMatchObject({ can_undo: false })
    expect(await undoPriceChange(shop, admin, early)).toMatchObject({ ok: true })
  })

  test('happens once if it is asked for twice at the same moment', async () => {
    const connections = await openConcurrentConnections(database)
    try {
      const { products } = await insertShelf(5)
      const id = await changeShelf(products)
      const answers = await Promise.all(
        [1, 2, 3].map(() => connections.as(admin, 'public.undo_price_change($1)', [id])),
      )
      expect(answers.map(resultCode).toSorted()).toEqual(['already-undone', 'already-undone', 'done'])
      expect(await readPrices(products)).toEqual([1, 2, 3, 4, 5])
    } finally {
      await connections.close()
    }
  })
})

test('PRICES-6 packers, customers and visitors change and undo no prices, in code and in the database', async () => {
  const { products } = await insertShelf(1)
  const seen = await preview(products)
  const id = await changeShelf(products)
  const packer = await insertAdmin(database, 'packer')
  for (const actor of [visitor, await insertCustomer(database), packer]) {
    const change = { id: crypto.randomUUID(), rule: FIVE_PERCENT, seen }
    await expect(changePrices(shop, actor, change)).rejects.toThrow(PermissionDenied)
    await expect(undoPriceChange(shop, actor, id)).rejects.toThrow(PermissionDenied)
    await expect(listPricedProducts(shop, actor, { ids: [] })).rejects.toThrow(PermissionDenied)
    await expect(listPriceChanges(shop, actor)).rejects.toThrow(PermissionDenied)
    await expect(readPriceChange(shop, actor, id)).rejects.toThrow(PermissionDenied)
    await expect(callProcedure(database, actor, 'undo_price_change', [id])).rejects.toThrow(
      'permission denied',
    )
  }
  // A packer with the database role of a manager.
  const disguised = { ...packer, role: 'manager' } as const
  expect(resultCode(await callProcedure(database, disguised, 'undo_price_change', [id]))).toBe('not-found')
  const line = { product_id: products[0]!.id, version: 2, old_price: 1.09, new_price: 9 }
  expect(
    resultCode(await callProcedure(database, disguised, 'change_prices', [crypto.randomUUID(), {}, [line]])),
  ).toBe('not-found')
  expect(await readPrices(products)).toEqual([1.09])
})
