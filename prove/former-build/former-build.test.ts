import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMigrations } from '#platform/database/migrate.server.ts'
import { RELEASE } from '#platform/database/release.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import {
  connectionStringOf,
  connectToDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import {
  findInconsistencies,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  HttpClient,
  signInAsAdmin,
  signInNewCustomer,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { followLinks } from '#tests/fixtures/http/follow-links.ts'
import { findForm, submitForm } from '#tests/fixtures/http/page-forms.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createRefundForm, deliverOrder, submitRefund } from '#tests/fixtures/orders/refund-requests.ts'
import { createFormerBuild, hasFormerBuild, type FormerBuild } from './former-build.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const hasHistory = hasFormerBuild()
const skipped = hasHistory
  ? ''
  : ' (skipped: FORMER_BUILD of platform/database/release.ts needs a clone with history)'
const SESSION_SECRET = 'one secret of both builds in this test, long enough'
const ORDER_PAUSE_MS = 40

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-former-'))
  folders.push(folder)
  return folder
}
let build: FormerBuild
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let env: Record<string, string>
let database: DatabaseClient
let former: RunningShop | undefined
let present: RunningShop | undefined
let formerFolder: string
let product: TestProduct
/** A product whose price does not change. */
let loadProduct: TestProduct
/** The ID of an order placed with the former build. */
let earlyOrder: string
let earlyShopper: SignedInClient
let earlyOwner: HttpClient
let formerProcedures: Procedure[]
const orders: string[] = []

const startFormer = (more: Record<string, string> = {}) =>
  startShop({ main: build.main, dataDir: formerFolder, env: { ...env, ...more } })
const place = async (shopper: HttpClient, quantity = 1) => {
  const id = await placeOrderOverHttp(shopper, [{ product, quantity }])
  orders.push(id)
  return id
}

/** Places orders at this build's node until `finish()`. */
function keepOrdering(shopper: HttpClient) {
  const state = { isOver: false }
  const loop = async () => {
    let placed = 0
    for (; !state.isOver; placed += 1) {
      orders.push(await placeOrderOverHttp(shopper, [{ product: loadProduct, quantity: 1 }]))
      await pause(ORDER_PAUSE_MS)
    }
    return placed
  }
  const ended = loop()
  // `finish` awaits it, possibly after it has failed.
  ended.catch(() => {})
  return {
    finish() {
      state.isOver = true
      return ended
    },
  }
}

/** Deploys: a node of this build joins one of the former build, which keeps running. */
async function deploy() {
  const cluster = newFolder()
  const opened = await Promise.allSettled([
    createFormerBuild(),
    startEmbeddedPostgres({ directory: cluster, settings: { fsync: 'off' } }),
  ])
  if (opened[0].status === 'fulfilled') build = opened[0].value
  if (opened[1].status === 'fulfilled') postgres = opened[1].value
  for (const { reason } of opened.filter((each) => each.status === 'rejected')) throw reason
  env = { DATABASE_URL: connectionStringOf(cluster), SESSION_SECRET, DEMO: 'off' }
  formerFolder = newFolder()
  former = await startFormer()
  database = connectToDatabase(connectionStringOf(cluster))
  product = await insertProduct(database, { name: 'Deployed Pepper', price: 3.35, stock: 100_000 })
  loadProduct = await insertProduct(database, { name: 'Deployed Honey', price: 4.1, stock: 100_000 })
  earlyShopper = await signInNewCustomer(former.url)
  earlyOrder = await place(earlyShopper)
  earlyOwner = await signInAsAdmin(former.url)
  await followLinks(new HttpClient(former.url), '/')
  await followLinks(earlyOwner, '/admin/dashboard')
  formerProcedures = await readProcedures()
  expect(formerProcedures.length).toBeGreaterThan(50)
  present = await startShop({ dataDir: newFolder(), env })
}

async function close() {
  await database?.close()
  await present?.stop()
  await former?.stop()
  await postgres?.stop()
  build?.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Returns the page of the import. */
async function uploadImport(client: HttpClient, csv: string): Promise<string> {
  const path = '/admin/products/import'
  const file = new File([csv], 'products.csv')
  return submitForm(client, path, 'upload', { import_file: file })
}

const readDefinitions = () => database.query<{ sha256: string }>('select sha256 from ninth_bend.definitions')
type Procedure = { name: string; types: string[]; required: number }
/** Procedures that the shop's roles may call. */
const readProcedures = () =>
  database.query<Procedure>(`
    select p.proname as name, p.proargtypes::regtype[]::text[] as types, p.pronargs - p.pronargdefaults as required
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and exists (select from pg_roles r where r.rolname like 'ninth\\_bend\\_%' and not r.rolsuper and has_function_privilege(r.oid, p.oid, 'execute'))
     order by name, types`)
/** How many procedures a call with these arguments could mean. */
const countMeant = (procedures: readonly Procedure[], { name, types }: Procedure) =>
  procedures.filter(
    (each) =>
      each.name === name &&
      each.required <= types.length &&
      types.every((type, index) => each.types[index] === type),
  ).length
const readColumn = async <Value>(sql: string, values: unknown[]): Promise<Value | undefined> =>
  (await database.query<{ value: Value }>(sql, values))[0]?.value
const statusOf = (order: string) =>
  readColumn<string>('select status as value from orders where id = $1', [order])

describe.skipIf(!hasHistory)(
  `FLEET-14 The build before works on the schema of this one, beside it${skipped}`,
  { timeout: 60_000 },
  () => {
    let definitions: unknown
    beforeAll(async () => {
      await deploy()
    })
    afterAll(close)

    test('FLEET-14 a node of this build takes the database over from the running node', async () => {
      const names = await database.query<{ name: string }>(
        'select name from ninth_bend.migrations order by name',
      )
      expect(names.map(({ name }) => name)).toEqual(listMigrations().map(({ name }) => name))
      const added = (await database.query('select from ninth_bend.definition_history')).length
      expect(added, 'procedures of both builds').toBe(2)
    })

    describe.each([
      { phase: 'running on', prepare: runOn },
      { phase: 'started again', prepare: startAgain },
      { phase: 'after a rollback, without nodes of this build', prepare: rollBack },
    ])('FLEET-14 $phase', ({ prepare }) => {
      let [shopper, owner, otherShopper, otherOwner]: HttpClient[] = []
      let other: RunningShop
      let load: ReturnType<typeof keepOrdering> | undefined
      beforeAll(async () => {
        ;({ shopper, owner, other } = await prepare())
        definitions = await readDefinitions()
        otherShopper = await signInNewCustomer(other.url)
        otherOwner = await signInAsAdmin(other.url)
        load = keepOrdering(await signInNewCustomer(other.url))
      })
      afterAll(() => load?.finish())

      test('FLEET-14 shows shoppers its pages, and the product in lists, search and cart', async () => {
        const visitor = new HttpClient(former!.url)
        expect(await followLinks(visitor, '/')).toBeGreaterThan(10)
        for (const path of ['/products', `/products/product-${product.id}`, '/products?q=deployed'])
          expect(pageText(await visitor.html(path)), path).toContain(product.name)
        expect(await (await visitor.fetch(`/api/cart?ids=${product.id}`)).json()).toMatchObject([
          { id: product.id, price: product.price },
        ])
      })

      test('FLEET-14 takes orders while the other node does, and shows and cancels them', async () => {
        const both = [shopper!, otherShopper!].flatMap((each) => [1, 2, 3].map(() => each))
        const placed = await Promise.all(both.map((each) => place(each)))
        const order = placed[0]!
        expect(await shopper!.html('/profile/orders')).toContain(order)
        expect((await shopper!.post('/profile/orders', { order_id: order })).status).toBe(302)
        expect(await statusOf(order)).toBe('cancelled')
      })

      test('FLEET-14 processes, ships and delivers orders of both nodes, as the other node does', async () => {
        for (const order of [earlyOrder, await place(otherShopper!)]) {
          await submitForm(owner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('processing')
          await submitForm(otherOwner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('shipped')
          await submitForm(owner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('delivered')
          expect(pageText(await otherOwner!.html(`/admin/orders/${order}`))).toContain('Delivered')
        }
      })

      test('FLEET-14 cancels an order of the other node, and refunds a delivered one', async () => {
        const cancelled = await place(otherShopper!)
        const question = `/admin/orders?cancel=${cancelled}`
        await submitForm(owner!, question, 'cancel', { reason: 'Jar broke' })
        expect(await statusOf(cancelled)).toBe('cancelled')
        const delivered = await place(otherShopper!, 3)
        await deliverOrder(owner!, delivered)
        const form = await createRefundForm(database, delivered, 2)
        expect(await submitRefund(owner!, delivered, form)).toMatchObject({ kind: 'done' })
        expect(pageText(await otherOwner!.html(`/admin/orders/${delivered}`))).toContain('Jar broke')
      })

      test('FLEET-14 saves products, which both nodes show at once', async () => {
        const path = `/products/product-${product.id}`
        for (const [client, price] of [
          [owner!, 3.45],
          [otherOwner!, 3.55],
        ] as const) {
          await submitForm(client, `/admin/products?edit=${product.id}`, 'edit', {
            price: String(price),
            confirmed: 'on',
            ingredients: 'Pepper.',
          })
          product.price = price
          for (const { url } of [former!, other])
            expect(pageText(await new HttpClient(url).html(path))).toContain(`£${price.toFixed(2)}`)
        }
      })

      test('FLEET-14 imports products and undoes it, and shows imports of the other node', async () => {
        for (const [client, reader] of [
          [owner!, otherOwner!],
          [otherOwner!, owner!],
        ]) {
          const name = `Imported ${randomUUID()}`
          const path = await uploadImport(client!, `Name,Category,Price,Stock\n${name},Honey,4.50,4\n`)
          await submitForm(client!, path, 'import', { reason: 'List' })
          const find = () => database.query('select is_active from products where name = $1', [name])
          expect(await find()).toEqual([{ is_active: false }])
          await submitForm(client!, path, 'undo', {})
          const text = pageText(await reader!.html(path))
          expect(text).toContain('Undone on')
          expect(text).not.toContain('undefined')
        }
      })

      test('FLEET-14 saves settings, which the other node has', async () => {
        const threshold = String(randomInt(11, 99))
        await submitForm(owner!, '/admin/settings', 'low-stock', { low_stock_threshold: threshold })
        const saved = findForm(await otherOwner!.html('/admin/settings'), 'low-stock')!
        expect(saved.fields).toContainEqual(['low_stock_threshold', threshold])
      })

      test('FLEET-14 shows the owner all pages of its back-office', async () => {
        expect(await followLinks(owner!, '/admin/dashboard')).toBeGreaterThan(25)
      })

      test('FLEET-14 leaves the procedures as they are, loses nothing, and logs no failure', async () => {
        expect(await load!.finish()).toBeGreaterThan(5)
        const procedures = await readProcedures()
        expect(formerProcedures.filter((each) => countMeant(procedures, each) !== 1)).toEqual([])
        expect(await readDefinitions()).toEqual(definitions)
        const stored = await database.query<{ id: string }>('select id from orders order by id')
        expect(stored.map(({ id }) => id)).toEqual(orders.toSorted())
        expect(await findInconsistencies(database)).toEqual([])
        for (const shop of [former!, other])
          expect(
            shop
              .output()
              .split('\n')
              .filter((line) => line.includes('"level":50')),
          ).toEqual([])
      })
    })

    test('FLEET-10 a node of this build takes its procedures forward again', async () => {
      const rolledBack = await readDefinitions()
      present = await startShop({ dataDir: newFolder(), env })
      expect(await readDefinitions()).not.toEqual(rolledBack)
      expect(pageText(await new HttpClient(present.url).html('/products'))).toContain(product.name)
    })
  },
)

type Phase = { shopper: HttpClient; owner: HttpClient; other: RunningShop }

const runOn = async (): Promise<Phase> => ({ shopper: earlyShopper, owner: earlyOwner, other: present! })

/** Two builds of one unreleased version do not know each other: this one counts as the next release. */
async function startAgain(): Promise<Phase> {
  await former!.stop()
  const next = RELEASE.number + 1
  await database.query('update ninth_bend.definitions set release = $1', [next])
  await database.query('update ninth_bend.migrations set release = $1 where not (name = any ($2))', [
    next,
    listMigrations(build.database).map(({ name }) => name),
  ])
  former = await startFormer()
  expect(former.output()).toContain('this node works with them')
  return signInAnew(present!)
}

/** Follows docs/operations/one-machine.md, "Roll back". */
async function rollBack(): Promise<Phase> {
  await present!.stop()
  await former!.stop()
  present = undefined
  const before = await readDefinitions()
  former = await startFormer({ REAPPLY_DEFINITIONS: 'yes' })
  expect(await readDefinitions()).not.toEqual(before)
  return signInAnew(former)
}

async function signInAnew(other: RunningShop): Promise<Phase> {
  earlyOrder = await place(await signInNewCustomer(former!.url))
  return { shopper: await signInNewCustomer(former!.url), owner: await signInAsAdmin(former!.url), other }
}
