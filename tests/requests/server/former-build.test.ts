import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMigrations } from '#db/migrate.server.ts'
import { RELEASE } from '#db/release.ts'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { connectionStringOf, connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
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
import { findForm } from '#tests/fixtures/http/page-forms.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createRefundForm, deliverOrder, submitRefund } from '#tests/fixtures/orders/refund-requests.ts'
import { createFormerBuild, hasFormerBuild, type FormerBuild } from '#tests/fixtures/shops/former-build.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const hasHistory = hasFormerBuild()
const skipped = hasHistory ? '' : ' (skipped: FORMER_BUILD of db/release.ts needs a clone with history)'
const SESSION_SECRET = 'one secret of both builds in this test, long enough'
const MAX_PAGES = 80
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
let database: ReturnType<typeof connectToShopDatabase>
let [former, present]: RunningShop[] = []
let formerFolder: string
let product: TestProduct
/** Its price stays. */
let loadProduct: TestProduct
let earlyOrder: string
let earlyShopper: SignedInClient
let earlyOwner: HttpClient
const orders: string[] = []

const startFormer = () => startShop({ main: build.main, dataDir: formerFolder, env })
const place = async (shopper: HttpClient, quantity = 1) => {
  const id = await placeOrderOverHttp(shopper, [{ product, quantity }])
  orders.push(id)
  return id
}

/** Orders of the node of this build until `finish()`. */
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
  // It is awaited by `finish`, later than it may fail.
  ended.catch(() => {})
  return {
    finish() {
      state.isOver = true
      return ended
    },
  }
}

/** As a deploy goes: the build of this tree joins a node of the build before, which goes on. */
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
  database = connectToShopDatabase(cluster)
  product = await insertProduct(database, { name: 'Deployed Pepper', price: 3.35, stock: 100_000 })
  loadProduct = await insertProduct(database, { name: 'Deployed Honey', price: 4.1, stock: 100_000 })
  earlyShopper = await signInNewCustomer(former.url)
  earlyOrder = await place(earlyShopper)
  earlyOwner = await signInAsAdmin(former.url)
  await visitAll(new HttpClient(former.url), '/')
  await visitAll(earlyOwner, '/admin/dashboard')
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

/** Follows links, so that the test need not know the pages of another build. Returns how many pages there were. */
async function visitAll(client: HttpClient, first: string): Promise<number> {
  const area = first.startsWith('/admin') ? /^\/admin\/.+/ : /^\/(?!admin|assets|storage|_data)/
  const seen = new Map([[first, 0]])
  const failed: string[] = []
  for (const path of seen.keys()) {
    if (seen.size > MAX_PAGES) break
    const response = await client.fetch(path)
    const text = await response.text()
    if (response.status >= 400) failed.push(`${path}: ${response.status}`)
    for (const [, link = ''] of text.matchAll(/<a\b[^>]*\bhref="(\/[^"#?]*)"/g))
      if (area.test(link) && !seen.has(link)) seen.set(link, 0)
  }
  expect(failed).toEqual([])
  return seen.size
}

/** The form as the page shows it, with changes. */
async function submitForm(
  client: HttpClient,
  path: string,
  intent: string,
  changes: Record<string, string | File>,
): Promise<string> {
  const form = findForm(await client.html(path), intent)
  if (!form) throw new Error(`${path} has no form ${intent}.`)
  const body = new FormData()
  for (const [name, value] of form.fields) if (!(name in changes)) body.append(name, value)
  for (const [name, value] of Object.entries(changes)) body.append(name, value)
  const isUpload = intent === 'edit' || intent === 'upload'
  const response = await client.fetch(form.action ?? path, {
    method: 'POST',
    body: isUpload ? body : new URLSearchParams([...body] as [string, string][]),
    headers: { origin: client.origin },
  })
  const text = await response.text()
  expect(response.status, `${path} ${intent}: ${pageText(text).slice(0, 500)}`).toBeLessThan(400)
  return response.headers.get('location') ?? ''
}

/** The page of the import. */
async function uploadImport(client: HttpClient, csv: string): Promise<string> {
  const path = '/admin/products/import'
  const file = new File([csv], 'products.csv')
  return submitForm(client, path, 'upload', { import_file: file })
}

const readDefinitions = () => database.query<{ sha256: string }>('select sha256 from ninth_bend.definitions')
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
      definitions = await readDefinitions()
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
      { node: 'the node that runs on', restart: false },
      { node: 'a node that starts again', restart: true },
    ])('FLEET-14 $node', ({ restart }) => {
      let [shopper, owner, presentShopper, presentOwner]: HttpClient[] = []
      let load: ReturnType<typeof keepOrdering> | undefined
      beforeAll(async () => {
        if (restart) await restartFormer()
        shopper = restart ? await signInNewCustomer(former!.url) : earlyShopper
        owner = restart ? await signInAsAdmin(former!.url) : earlyOwner
        presentShopper = await signInNewCustomer(present!.url)
        presentOwner = await signInAsAdmin(present!.url)
        load = keepOrdering(await signInNewCustomer(present!.url))
      })
      afterAll(() => load?.finish())

      test('FLEET-14 shows shoppers its pages, and the product in lists, search and cart', async () => {
        const visitor = new HttpClient(former!.url)
        expect(await visitAll(visitor, '/')).toBeGreaterThan(10)
        for (const path of ['/products', `/products/product-${product.id}`, '/products?q=deployed'])
          expect(pageText(await visitor.html(path)), path).toContain(product.name)
        expect(await (await visitor.fetch(`/api/cart?ids=${product.id}`)).json()).toMatchObject([
          { id: product.id, price: product.price },
        ])
      })

      test('FLEET-14 takes orders while the other node does, and shows and cancels them', async () => {
        const both = [shopper!, presentShopper!].flatMap((each) => [1, 2, 3].map(() => each))
        const placed = await Promise.all(both.map((each) => place(each)))
        const order = placed[0]!
        expect(await shopper!.html('/profile/orders')).toContain(order)
        expect((await shopper!.post('/profile/orders', { order_id: order })).status).toBe(302)
        expect(await statusOf(order)).toBe('cancelled')
      })

      test('FLEET-14 processes, ships and delivers orders of both nodes, as the other node does', async () => {
        const own = restart ? await place(shopper!) : earlyOrder
        for (const order of [own, await place(presentShopper!)]) {
          await submitForm(owner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('processing')
          await submitForm(presentOwner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('shipped')
          await submitForm(owner!, `/admin/orders/${order}`, 'move', {})
          expect(await statusOf(order)).toBe('delivered')
          expect(pageText(await presentOwner!.html(`/admin/orders/${order}`))).toContain('Delivered')
        }
      })

      test('FLEET-14 cancels an order of the other node, and refunds a delivered one', async () => {
        const cancelled = await place(presentShopper!)
        const question = `/admin/orders?cancel=${cancelled}`
        await submitForm(owner!, question, 'cancel', { reason: 'Jar broke' })
        expect(await statusOf(cancelled)).toBe('cancelled')
        const delivered = await place(presentShopper!, 3)
        await deliverOrder(owner!, delivered)
        const form = await createRefundForm(database, delivered, 2)
        expect(await submitRefund(owner!, delivered, form)).toMatchObject({ kind: 'done' })
        expect(pageText(await presentOwner!.html(`/admin/orders/${delivered}`))).toContain('Jar broke')
      })

      test('FLEET-14 saves products, which both nodes show at once', async () => {
        const path = `/products/product-${product.id}`
        for (const [client, price] of [
          [owner!, 3.45],
          [presentOwner!, 3.55],
        ] as const) {
          await submitForm(client, `/admin/products?edit=${product.id}`, 'edit', {
            price: String(price),
            confirmed: 'on',
            ingredients: 'Pepper.',
          })
          product.price = price
          for (const { url } of [former!, present!])
            expect(pageText(await new HttpClient(url).html(path))).toContain(`£${price.toFixed(2)}`)
        }
      })

      test('FLEET-14 imports products and undoes it, and shows imports of the other node', async () => {
        for (const [client, other] of [
          [owner!, presentOwner!],
          [presentOwner!, owner!],
        ]) {
          const name = `Imported ${randomUUID()}`
          const path = await uploadImport(client!, `Name,Category,Price,Stock\n${name},Honey,4.50,4\n`)
          await submitForm(client!, path, 'import', { reason: 'List' })
          const find = () => database.query('select is_active from products where name = $1', [name])
          expect(await find()).toEqual([{ is_active: false }])
          await submitForm(client!, path, 'undo', {})
          const text = pageText(await other!.html(path))
          expect(text).toContain('Undone on')
          expect(text).not.toContain('undefined')
        }
      })

      test('FLEET-14 saves settings, which the other node has', async () => {
        const threshold = restart ? '23' : '21'
        await submitForm(owner!, '/admin/settings', 'low-stock', { low_stock_threshold: threshold })
        const saved = findForm(await presentOwner!.html('/admin/settings'), 'low-stock')!
        expect(saved.fields).toContainEqual(['low_stock_threshold', threshold])
      })

      test('FLEET-14 shows the owner all pages of its back-office', async () => {
        expect(await visitAll(owner!, '/admin/dashboard')).toBeGreaterThan(25)
      })

      test('FLEET-14 leaves the procedures as they are, loses nothing, and logs no failure', async () => {
        expect(await load!.finish()).toBeGreaterThan(5)
        expect(await readDefinitions()).toEqual(definitions)
        const stored = await database.query<{ id: string }>('select id from orders order by id')
        expect(stored.map(({ id }) => id)).toEqual(orders.toSorted())
        expect(await findInconsistencies(database)).toEqual([])
        for (const shop of [former!, present!])
          expect(
            shop
              .output()
              .split('\n')
              .filter((line) => line.includes('"level":50')),
          ).toEqual([])
      })
    })

    /** Two builds of one unreleased version do not know each other: this one counts as the release after the other. */
    async function restartFormer() {
      await former!.stop()
      const next = RELEASE.number + 1
      await database.query('update ninth_bend.definitions set release = $1', [next])
      await database.query('update ninth_bend.migrations set release = $1 where not (name = any ($2))', [
        next,
        listMigrations(join(build.tree, 'db')).map(({ name }) => name),
      ])
      definitions = await readDefinitions()
      former = await startFormer()
      expect(former.output()).toContain('this node works with them')
    }
  },
)
