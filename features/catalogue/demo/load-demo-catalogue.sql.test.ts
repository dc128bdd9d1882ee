import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrderBatcher } from '#features/checkout/placing/order-batcher.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { DEFAULT_DELIVERY } from '#shop/delivery/delivery-settings.ts'
import { DEFAULT_RETENTION } from '#shop/retention.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { DEFAULT_OWNER_SWITCHES } from '#features/settings/owner-switches.ts'
import { folderPictureStore } from '#platform/picture-store/folder-picture-store.server.ts'
import { pictureKeyFromUrl, PICTURE_FORMATS, pictureVariantKey } from '#shop/picture-key.ts'
import type { Admin } from '#shop/permissions.ts'
import { identityReport } from '#features/dashboard/identity-report.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readDemoCatalogue } from './demo-files.server.ts'
import { loadDemoCatalogue } from './load-demo-catalogue.server.ts'

let database: TestDatabase
let folder: string
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-demo-'))
  shop = {
    db: database.db,
    pictures: folderPictureStore(folder),
    outbox: { wake: () => {} },
    mail: { route: { kind: 'files', folder: '' }, transport: { send: async () => {}, close() {} } },
    orderBatcher: createOrderBatcher(database.db),
    identity: demonstrationIdentity,
    limits: DEFAULT_ORDER_LIMITS,
    switches: DEFAULT_OWNER_SWITCHES,
    texts: {},
    heroPicture: null,
    delivery: DEFAULT_DELIVERY,
    retention: DEFAULT_RETENTION,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
  }
  const [person] = await database.query<{ id: string }>(
    `insert into accounts."user" (name, email) values ('Owner', 'owner@ninthbend.example') returning id`,
  )
  await database.query('insert into accounts.administrator (user_id) values ($1)', [person!.id])
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const count = async (table: string) => (await database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]!.n
type ProductRow = Record<string, unknown> & { slug: string; category: string; created_at: string; image_url: string }
const products = () =>
  database.query<ProductRow>(
    'select p.*, c.slug as category from products p join categories c on c.id = p.category_id order by p.created_at',
  )

describe('OPERATIONS-7 The demo catalogue', () => {
  test('OPERATIONS-7 an interrupted load continues with the missing entries, and a second load changes nothing', async () => {
    let budget = 25
    const failAfterBudget = <Action extends (...args: never[]) => unknown>(action: Action) => ((...args: Parameters<Action>) => {
      if (--budget < 0) throw new Error('the power went')
      return action(...args)
    }) as Action
    const failingShop = { ...shop, db: { ...shop.db, withActor: failAfterBudget(shop.db.withActor), queryAs: failAfterBudget(shop.db.queryAs) } }
    await expect(loadDemoCatalogue(failingShop)).rejects.toThrow('the power went')
    expect(await count('products')).toBe(16)
    await loadDemoCatalogue(shop)
    expect([await count('categories'), await count('products'), await count('pictures')]).toEqual([8, 48, 56])
    const before = await products()
    await loadDemoCatalogue(shop)
    expect(await products()).toEqual(before)
  })

  test('CATALOGUE-19 every product is stored as in the catalogue, under its own slug', async () => {
    const loaded = new Map((await products()).map((row) => [row.slug, row]))
    for (const { packaging: _, colour: __, ...wanted } of (await readDemoCatalogue()).products) {
      expect(loaded.get(wanted.slug)).toMatchObject(wanted)
    }
  })

  test('PICTURE-1 PICTURE-2 every picture of a product or category is in the bucket, in every width and format', async () => {
    const rows = await database.query<{ image_url: string; widths: number[]; placeholder: string }>(
      'select image_url, widths, placeholder from pictures where image_url in (select image_url from products union select image_url from categories)',
    )
    expect(rows).toHaveLength(56)
    for (const { image_url, widths, placeholder } of rows) {
      const key = pictureKeyFromUrl(image_url)!
      const keys = [key, ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => pictureVariantKey(key, width, format)))]
      const found = await Promise.all(keys.map((each) => shop.pictures.read(each)))
      expect(found.filter((picture) => picture === null || picture.size < 100)).toEqual([])
      expect(placeholder.length).toBeLessThanOrEqual(300)
    }
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('CATALOGUE-10 Newest has an order, and its first page shows most categories', async () => {
    const rows = await products()
    expect(new Set(rows.map(({ created_at }) => created_at)).size).toBe(48)
    expect(new Set(rows.slice(-16).map(({ category }) => category)).size).toBeGreaterThanOrEqual(5)
  })

  test('STOCK-1 the first stock of each is in the ledger, by the administrator', async () => {
    const rows = await database.query(
      `select p.slug from products p left join inventory_adjustments a on a.product_id = p.id and a.actor_kind = 'admin'
        group by p.id having p.stock <> coalesce(sum(a.quantity_change), 0)`,
    )
    expect(rows).toEqual([])
  })

  test('IDENTITY-5 a real shop counts active demo products, except those with an own picture', async () => {
    const [owner] = await database.query<{ user_id: string }>('select user_id from accounts.administrator')
    const admin: Admin = { kind: 'admin', role: 'owner', userId: owner!.user_id, email: 'owner@ninthbend.example' }
    const realShop: ShopDependencies = { ...shop, identity: { ...demonstrationIdentity, name: 'Saffron Lane', company: 'Priya Nair' } }
    const active = (await products()).filter(({ is_active }) => is_active).length
    expect(active).toBeGreaterThan(40)
    expect(await identityReport(realShop, admin)).toEqual({ isInvented: false, missing: [], demoProducts: active })
    await database.query(`update products set image_url = replace(image_url, '-1793523600000', '-1793523600001') where slug = 'malabar-cloves'`)
    expect(await identityReport(realShop, admin), 'a picture of the owner').toMatchObject({ demoProducts: active - 1 })
    await database.query(`update products set image_url = replace(image_url, '-1793523600001', '-1793523600000') where slug = 'malabar-cloves'`)
    expect(await identityReport(shop, admin), 'it is the demonstration').toMatchObject({ isInvented: true, demoProducts: 0 })
    const customer = { kind: 'customer', userId: owner!.user_id, email: 'x@shopper.example' } as const
    await expect(identityReport(realShop, customer)).rejects.toThrow('dashboard.read')
  })

  test('a shop with an own category is left unchanged', async () => {
    const other = await createTestDatabase()
    try {
      const [person] = await other.query<{ id: string }>(`insert into accounts."user" (name, email) values ('O', 'o@x.example') returning id`)
      await other.query('insert into accounts.administrator (user_id) values ($1)', [person!.id])
      await other.query(`insert into categories (name, slug) values ('Own Things', 'own-things')`)
      await loadDemoCatalogue({ ...shop, db: other.db })
      expect(await other.query('select slug from categories')).toEqual([{ slug: 'own-things' }])
      expect(await other.query('select slug from products')).toEqual([])
    } finally {
      await other.close()
    }
  })
})
