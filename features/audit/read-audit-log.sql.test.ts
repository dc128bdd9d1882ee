import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  callProcedure,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { cancelOrder, editOrder, findOrder, moveOrder } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import { readAuditLog } from './read-audit-log.server.ts'
import type { AuditLogQuery, AuditLogEntry } from './audit-log-entry.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let asha: Customer
let honey: TestProduct
let order: string
let category: string

const rowsOf = async (query: Partial<AuditLogQuery>) => (await readAuditLog(shop, admin, query)).rows
const summarise = ({ kind, event, before, after }: AuditLogEntry) => ({ kind, event, before, after })
const asAdmin = (statement: string) => database.db.withActor(admin, (trx) => sql.raw(statement).execute(trx))

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  asha = await insertCustomer(database, { full_name: 'Asha Menon', email: 'Asha.Menon@mail.example' })
  category = await insertCategory(database, 'Wild honey')
  honey = await insertProduct(database, { name: 'Cliff Honey', price: 4.5, stock: 10, category_id: category })
  order = await insertOrder(database, { customer: asha, lines: [{ product: honey, quantity: 3 }] })
})
afterAll(() => database.close())

describe('AUDIT-1 Entries: actor, time, values before and after', () => {
  test('AUDIT-1 a price, with all other changes of the same statement', async () => {
    await asAdmin(`update products set price = 4.75, badge = 'New' where id = '${honey.id}'`)
    const [newest] = await rowsOf({ kind: 'prices', about: honey.id })
    expect(newest).toMatchObject({
      kind: 'prices',
      event: 'changed',
      before: { price: 4.5, badge: null },
      after: { price: 4.75, badge: 'New' },
      actor: { kind: 'admin', id: admin.userId },
      subject: { kind: 'product', id: honey.id, name: 'Cliff Honey' },
    })
    expect(Math.abs(Date.parse(newest!.place.at) - Date.now())).toBeLessThan(60_000)
    await asAdmin(`update products set badge = null where id = '${honey.id}'`)
    expect(await rowsOf({ kind: 'prices', about: honey.id })).toHaveLength(1)
    expect(await rowsOf({ kind: 'products', about: honey.id })).toHaveLength(3)
  })

  test('AUDIT-1 a category, with the names of the old and the new one', async () => {
    await asAdmin(`update categories set description = 'From cliffs' where id = '${category}'`)
    expect((await rowsOf({ kind: 'categories', about: category })).map(summarise)[0]).toEqual({
      kind: 'categories',
      event: 'changed',
      before: { description: null },
      after: { description: 'From cliffs' },
    })
    const other = await insertCategory(database, 'Gifts')
    await asAdmin(`update products set category_id = '${other}' where id = '${honey.id}'`)
    expect((await readAuditLog(shop, admin, { kind: 'products', about: honey.id })).categories).toEqual({
      [category]: 'Wild honey',
      [other]: 'Gifts',
    })
  })

  test('STOCK-1 AUDIT-1 manual stock adjustments, without those of orders', async () => {
    await adjustStock(shop, admin, { productId: honey.id, change: 5, reason: 'Counted' })
    expect(await rowsOf({ kind: 'stock', about: honey.id })).toMatchObject([
      {
        event: 'manual-adjustment',
        before: { stock: 7 },
        after: { stock: 12 },
        details: { reason: 'Counted' },
        actor: { kind: 'admin', id: admin.userId },
      },
      { event: 'initial-stock', before: { stock: 0 }, after: { stock: 10 }, actor: { kind: 'system' } },
    ])
  })

  test('ORDER-16 AUDIT-1 an order: placed, moved, edited, cancelled', async () => {
    await moveOrder(shop, admin, { orderId: order, expected: 'pending', to: 'processing' })
    const { version, items } = (await findOrder(shop, admin, order))!
    await editOrder(shop, admin, {
      orderId: order,
      version,
      items: [{ id: items[0]!.id, quantity: 1 }],
      estimatedDelivery: null,
    })
    await cancelOrder(shop, admin, { orderId: order, screen: 'list', reason: 'Jar broke' })
    const rows = await rowsOf({ about: order })
    expect(rows.map(summarise)).toEqual([
      {
        kind: 'cancellations',
        event: 'cancelled',
        before: { status: 'processing' },
        after: { status: 'cancelled' },
      },
      { kind: 'edits', event: 'edited', before: null, after: null },
      { kind: 'moves', event: 'moved', before: { status: 'pending' }, after: { status: 'processing' } },
      { kind: 'orders', event: 'placed', before: null, after: null },
    ])
    expect(rows[0]!.details).toEqual({ reason: 'Cancelled by admin', note: 'Jar broke' })
    expect(rows[1]!.details).toMatchObject({
      edit: { items: [{ name: 'Cliff Honey', from: 3, to: 1 }], total_amount: { from: 13.5, to: 4.5 } },
    })
    expect(rows.map(({ actor }) => actor.id)).toEqual([admin.userId, admin.userId, admin.userId, asha.userId])
    expect(rows[3]!.actor).toEqual({
      kind: 'customer',
      id: asha.userId,
      name: 'Asha Menon',
      email: 'Asha.Menon@mail.example',
    })
  })
})

describe('Filters', () => {
  test.each([
    ['an order’s number', () => order.slice(0, 8).toUpperCase(), () => [order]],
    ['an order’s number with #', () => `#${order.slice(0, 8)}`, () => [order]],
    ['a product’s name', () => 'cliff HON', () => [honey.id]],
    ['a category’s name', () => 'wild', () => [category]],
    ['how an e-mail begins, with that person’s orders', () => 'asha.menon@', () => [order]],
    ['nothing that there is', () => 'no such thing', () => []],
    ['what looks like a pattern', () => '%', () => []],
  ])('by %s', async (_what, search, subjects) => {
    const rows = await rowsOf({ search: search() })
    expect([...new Set(rows.map(({ subject }) => subject.id))]).toEqual(subjects())
  })

  test('a row that matches by order and customer is found once', async () => {
    const rows = await rowsOf({ search: 'asha.menon@mail' })
    expect(rows.map(({ event }) => event)).toEqual(['cancelled', 'edited', 'moved', 'placed'])
  })

  test('a search with too many matches says that not all rows were scanned', async () => {
    const shelf = await insertCategory(database, 'Shelf')
    await database.query(
      `insert into products (slug, name, category_id, price, stock, brand, manufacturer)
       select 'many-' || n, 'Many ' || n, $1, 1, 1, 'B', (select manufacturer from products limit 1) from generate_series(1, 201) n`,
      [shelf],
    )
    expect((await readAuditLog(shop, admin, { search: 'many' })).isNarrowed).toBe(true)
    expect((await readAuditLog(shop, admin, { search: 'many 20' })).isNarrowed).toBe(false)
  })

  test('by actor: a user, customers, the system', async () => {
    const kinds = async (query: Partial<AuditLogQuery>) =>
      new Set((await rowsOf(query)).map(({ actor }) => actor.kind))
    expect(new Set((await rowsOf({ who: asha.userId })).map(({ actor }) => actor.id))).toEqual(
      new Set([asha.userId]),
    )
    expect(await kinds({ who: 'customer' })).toEqual(new Set(['customer']))
    expect(await kinds({ who: 'system' })).toEqual(new Set(['system']))
    expect(await kinds({ who: 'visitor' })).toEqual(new Set())
  })

  test('by London days, inclusive', async () => {
    await database.query(
      `insert into audit_events (at, actor_kind, subject_kind, subject_id, event) values
         ('2026-07-01T22:59:59Z', 'system', 'product', $1, 'changed'), ('2026-07-01T23:00:00Z', 'system', 'product', $1, 'changed'),
         ('2026-07-02T22:59:59Z', 'system', 'product', $1, 'changed'), ('2026-07-02T23:00:00Z', 'system', 'product', $1, 'changed')`,
      [honey.id],
    )
    const times = (await rowsOf({ from: '2026-07-02', to: '2026-07-02' })).map(({ place }) => place.at)
    expect(times).toEqual(['2026-07-02T22:59:59Z', '2026-07-01T23:00:00Z'])
  })
})

test('pages of 50 contain each row once in both directions, with a thousand rows of one timestamp', async () => {
  const shelf = await insertCategory(database, 'Of one moment')
  const products = await Promise.all([1, 2, 3].map(() => insertProduct(database, { stock: 9 })))
  await database.query(`update products set category_id = '${shelf}' where id <> '${products[0]!.id}'`)
  for (const product of products)
    await insertOrder(database, { customer: asha, lines: [{ product, quantity: 1 }] })
  const seen: string[] = []
  const pages: string[][] = []
  let page = await readAuditLog(shop, admin)
  for (;;) {
    const ids = page.rows.map(({ place }) => `${place.source} ${place.row}`)
    pages.push(ids)
    seen.push(...ids)
    if (!page.older) break
    page = await readAuditLog(shop, admin, { cursor: { ...page.older, isNewer: false } })
  }
  const [{ n }] = (await database.query<{ n: number }>(`
    select (select count(*) from audit_events) + (select count(*) from access_events) + (select count(*) from orders)
         + (select count(*) from order_history where event <> 'placed')
         + (select count(*) from inventory_adjustments where order_id is null) as n`)) as [{ n: number }]
  expect(seen).toHaveLength(n)
  expect(new Set(seen).size).toBe(n)
  expect(pages.length).toBeGreaterThan(5)
  for (const before of pages.slice(0, -1).toReversed()) {
    page = await readAuditLog(shop, admin, { cursor: { ...page.newer!, isNewer: true } })
    expect(page.rows.map(({ place }) => `${place.source} ${place.row}`)).toEqual(before)
  }
  expect(page.newer).toBeNull()
})

describe('PERMISSION-2 Only administrators read the audit log', () => {
  test('PERMISSION-2 visitors and customers are refused before any query', async () => {
    for (const actor of [visitor, asha])
      await expect(readAuditLog(shop, actor)).rejects.toThrow(PermissionDenied)
  })

  test('AUDIT-7 an administrator sees current and former administrators; a forged role sees none', async () => {
    const former = await insertAdmin(database)
    for (const { userId } of [admin, former]) {
      await database.query(
        `insert into accounts."user" (id, name, email) values ($1::uuid, '', $1::uuid || '@staff.example')`,
        [userId],
      )
    }
    await database.query('delete from accounts.administrator where user_id = $1', [former.userId])
    expect((await readAuditLog(shop, admin)).people.map(({ id }) => id).toSorted()).toEqual(
      [admin.userId, former.userId].toSorted(),
    )
    expect((await readAuditLog(shop, former)).people).toEqual([])
  })

  test('PERMISSION-12 the database refuses customers, and shows a forged role nothing', async () => {
    const read = `find_audit_log(null, null, null, '', null, null, null, null, null, false, 51, '{}')`
    for (const actor of [visitor, asha]) {
      for (const what of [
        read,
        'access_events',
        'audit_events',
        'inventory_adjustments',
        'list_current_and_former_admins()',
      ]) {
        const reading = database.db.withActor(actor, (trx) => sql.raw(`select * from ${what}`).execute(trx))
        await expect(reading, `${actor.kind}: ${what}`).rejects.toThrow(/permission denied/)
      }
    }
    const forgedAdmin = { kind: 'admin', userId: asha.userId } as const
    for (const what of [read, 'access_events', 'list_current_and_former_admins()']) {
      const { rows } = await database.db.withActor(forgedAdmin, (trx) =>
        sql.raw(`select * from ${what}`).execute(trx),
      )
      expect(rows, what).toEqual([])
    }
    await expect(
      callProcedure(database, asha, 'record_access_event', ['signed-in', 'admin', 'admin', asha.userId]),
    ).rejects.toThrow(/permission denied/)
  })
})

test('AUDIT-11 a search for what happened, as the page names it, finds it', async () => {
  await callProcedure(database, admin, 'start_recall', [
    crypto.randomUUID(),
    honey.id,
    null,
    'Glass',
    'Do not eat it.',
  ])
  for (const search of ['recall', 'Recalled', 'recalls'])
    expect(await rowsOf({ search }), search).toMatchObject([{ event: 'recalled', kind: 'stock' }])
  expect(await rowsOf({ search: 'recall', kind: 'orders' })).toEqual([])
  const kindsOf = async (search: string) => new Set((await rowsOf({ search })).map(({ kind }) => kind))
  for (const search of ['sign in', 'sign-ins'])
    expect(await kindsOf(search), search).toEqual(new Set(['sign-ins']))
  expect(await kindsOf('stock')).toEqual(new Set(['stock']))
  expect(await rowsOf({ search: 'rec' })).toEqual([])
})
