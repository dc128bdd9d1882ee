import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueCounts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { ADMIN_PRODUCT_SORTS } from '#features/catalogue/products/admin/admin-product.ts'
import { listAllProducts } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { readOwnerDigest } from '#features/mail/templates/owner-digest-data.server.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import { renderEmail } from '#features/mail/templates/render-email.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { refused } from '#shop/outcome.ts'
import { PermissionDenied, type Admin, type Customer } from '#shop/permissions.ts'
import { lowStock } from '#features/dashboard/dashboard.server.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { DEFAULT_OWNER_EMAILS, type OwnerEmails } from './owner-emails.ts'
import { readSettings, saveLowStockThreshold } from './settings.server.ts'
import { readCurrentSettings, writeFirstSettings } from './settings-queries.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer
let category: string
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
  category = await insertCategory(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('delete from outbox')
  await database.query('delete from settings')
  await writeFirstSettings(database.db.worker, {})
})

const setThreshold = async (low_stock_threshold: number) =>
  saveLowStockThreshold(shop, admin, {
    version: (await readSettings(shop, admin)).versions['low_stock_threshold']!,
    low_stock_threshold,
  })
const setEmails = (emails: Partial<OwnerEmails>) =>
  database.query(`update settings set value = $1 where name = 'owner_emails'`, [
    JSON.stringify({ ...DEFAULT_OWNER_EMAILS, ...emails }),
  ])

describe('SETTING-12 The threshold of low stock', () => {
  /** Around the boundaries of the stock buckets, below and above 32. */
  const STOCKS = [0, 1, 9, 10, 31, 32, 33, 34, 63, 64, 65, 100, 101, 127, 998, 999, 1000]
  beforeAll(async () => {
    for (const stock of STOCKS)
      await insertProduct(database, { name: `Stock ${stock}`, stock, category_id: category })
    await insertProduct(database, { name: 'Hidden', stock: 0, is_active: false, category_id: category })
  })

  test.each([0, 1, 10, 32, 33, 34, 64, 65, 100, 101, 999])(
    'STOCK-6 STOCK-8 below %d is low on the dashboard, in the list in every order, in a search and in the digest',
    async (threshold) => {
      expect(await setThreshold(threshold)).toMatchObject({ ok: true })
      const low = STOCKS.filter((stock) => stock < threshold)
      const hidden = threshold > 0 ? 1 : 0
      expect((await catalogueCounts(shop, admin)).lowStock).toBe(low.length + hidden)
      const panel = await lowStock(shop, admin)
      expect(panel.map(({ stock }) => stock)).toEqual([...low, ...Array(hidden).fill(0)].slice(0, 10))
      for (const sort of ADMIN_PRODUCT_SORTS) {
        for (const search of ['', 'stock']) {
          const list = { search, category_id: category, show: 'low', sort, page: 1 } as const
          const { products } = await listAllProducts(shop, admin, list)
          const stocks = products.filter(({ is_active }) => is_active).map(({ stock }) => stock)
          expect(
            stocks.toSorted((first, second) => first - second),
            `${sort} ${search}`,
          ).toEqual(low)
          expect(products.every(({ is_low_stock }) => is_low_stock)).toBe(true)
          if (sort === 'stock-down') expect(stocks).toEqual(low.toReversed())
        }
      }
      const digest = await readOwnerDigest(database.db.worker, '2026-06-22')
      expect(digest.low_stock).toBe(low.length)
      expect(digest.low_stock_products.map(({ stock }) => stock)).toEqual(low)
    },
  )

  test('is 10 at first, and stays as the owner set it', async () => {
    const stored = async () => (await readCurrentSettings(database.db.worker)).switches.low_stock_threshold
    expect(await stored()).toBe(10)
    await setThreshold(0)
    await writeFirstSettings(database.db.worker, {})
    expect(await stored()).toBe(0)
  })

  test('SETTING-5 SETTING-7 only an owner saves it, and of two the second is refused', async () => {
    const form = { version: 1, low_stock_threshold: 3 }
    const manager = await insertAdmin(database, 'manager')
    await expect(saveLowStockThreshold(shop, customer, form)).rejects.toThrow(PermissionDenied)
    await expect(saveLowStockThreshold(shop, manager, form)).rejects.toThrow(PermissionDenied)
    expect(await saveLowStockThreshold(shop, { ...manager, role: 'owner' }, form)).toEqual(
      refused('not-found'),
    )
    expect(await setThreshold(5)).toMatchObject({ ok: true })
    expect(await saveLowStockThreshold(shop, admin, form)).toEqual(refused('changed-meanwhile'))
  })

  test('PERMISSION-12 a former administrator is shown no product', async () => {
    const former: Admin = { ...admin, userId: customer.userId }
    expect(await lowStock(shop, former)).toEqual([])
  })
})

describe('SETTING-13 The email when a stock becomes low', () => {
  const queued = async () =>
    database.query<{ recipient: string | null; payload: { product_id: string; threshold: number } }>(
      `select recipient, payload from outbox where kind = 'owner-low-stock' order by id`,
    )
  const buy = (product: TestProduct, quantity: number) =>
    insertOrder(database, { lines: [{ product, quantity }] })
  const change = (product: TestProduct, by: number) =>
    adjustStock(shop, admin, { productId: product.id, change: by, reason: 'Count' })

  test('is off at first', async () => {
    const honey = await insertProduct(database, { stock: 10 })
    await buy(honey, 1)
    expect(await queued()).toEqual([])
  })

  test('is queued with the order that takes it below, once for each fall', async () => {
    await setEmails({ low_stock: true, address: 'owner@shop.example' })
    const honey = await insertProduct(database, { stock: 12 })
    await buy(honey, 2)
    expect(await queued(), 'at the threshold').toEqual([])
    const order = await buy(honey, 1)
    await buy(honey, 1)
    const mail = { recipient: 'owner@shop.example', payload: { product_id: honey.id, threshold: 10 } }
    expect(await queued()).toEqual([mail])
    await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin', 'Rang'])
    await change(honey, 1)
    expect(await queued(), 'it rose').toEqual([mail])
    await buy(honey, 3)
    expect(await queued()).toEqual([mail, mail])
  })

  test('of several orders of one batch, the one that crosses it alone', async () => {
    await setEmails({ low_stock: true })
    const [honey, tea] = [
      await insertProduct(database, { stock: 11 }),
      await insertProduct(database, { stock: 30 }),
    ]
    const lines = [
      { product: honey, quantity: 1 },
      { product: tea, quantity: 1 },
    ]
    const attempts = Array.from({ length: 4 }, () => insertOrder(database, { lines }))
    await Promise.all(attempts)
    expect((await queued()).map(({ payload }) => payload.product_id)).toEqual([honey.id])
  })

  test('is queued by an edit and by a correction too, with the threshold of the owner', async () => {
    await setEmails({ low_stock: true })
    await setThreshold(100)
    const [honey, tea] = [
      await insertProduct(database, { stock: 105 }),
      await insertProduct(database, { stock: 100 }),
    ]
    const order = await buy(honey, 5)
    expect(await queued()).toEqual([])
    const [item] = await database.query<{ id: string; version: number; estimated_delivery: string }>(
      'select i.id, o.version, o.estimated_delivery from order_items i join orders o on o.id = i.order_id where o.id = $1',
      [order],
    )
    const edited = await callProcedure(database, admin, 'edit_order', [
      order,
      item!.version,
      [{ id: item!.id, quantity: 6 }],
      item!.estimated_delivery,
    ])
    expect(edited).toMatchObject({ ok: true })
    await change(tea, -1)
    expect((await queued()).map(({ payload }) => payload)).toEqual([
      { product_id: honey.id, threshold: 100 },
      { product_id: tea.id, threshold: 100 },
    ])
  })

  test('is not queued for a product that is not on sale, and not if the order fails', async () => {
    await setEmails({ low_stock: true })
    const hidden = await insertProduct(database, { stock: 10, is_active: false })
    await change(hidden, -1)
    const honey = await insertProduct(database, { stock: 10 })
    await expect(
      database.owner.transaction().execute(async (trx) => {
        await trx
          .updateTable('products')
          .set((product) => ({ stock: product('stock', '-', 1) }))
          .where('id', '=', honey.id)
          .execute()
        throw new Error('failed')
      }),
    ).rejects.toThrow('failed')
    expect(await queued()).toEqual([])
  })

  test('says what is left now', async () => {
    await setEmails({ low_stock: true })
    const honey = await insertProduct(database, { name: 'Forest Honey', stock: 10 })
    await buy(honey, 1)
    await buy(honey, 2)
    await database.query(`delete from outbox where kind <> 'owner-low-stock'`)
    const [mail] = await claimDueMails(database.db.worker, { limit: 1, leaseSeconds: 45, host: 'x.example' })
    const content = await renderEmail(
      {
        db: database.db.worker,
        identity: demonstrationIdentity,
        publicUrl: 'https://shop.example',
        verificationLink: async () => null,
      },
      mail!,
    )
    expect(content).toMatchObject({
      to: { address: demonstrationIdentity.email },
      subject: 'Forest Honey: 7 left',
      preview: 'Its stock fell below 10.',
    })
  })
})
