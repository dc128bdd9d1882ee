import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOGIN_ROLES } from '#platform/database/connection/login-roles.server.ts'
import { allRoutes, type RouteId } from '#app/all-routes.ts'
import { startTcpDatabase } from '#bench/runner/tcp-database.ts'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { startRoundTripCounter } from '#tests/fixtures/databases/round-trip-counter.ts'
import {
  createCheckoutForm,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

const BUDGET: Record<RouteId, number> = {
  home: 2,
  // Categories, products and filter counts.
  products: 3,
  product: 3,
  categories: 1,
  about: 0,
  contact: 0,
  feedback: 0,
  'business-enquiry': 0,
  'organic-importance': 0,
  'shipping-policy': 0,
  'returns-refunds': 0,
  terms: 0,
  faq: 0,
  privacy: 0,
  'not-found': 0,
  login: 0,
  register: 0,
  'verify-email': 0,
  'forgot-password': 0,
  'reset-password': 4,
  'stock-alerts': 1,
  profile: 2,
  'own-password': 1,
  'own-data': 1,
  orders: 6,
  order: 2,
  checkout: 3,
  'admin-login': 0,
  'admin-invitation': 0,
  'admin-dashboard': 19,
  'admin-products': 4,
  'admin-product-import': 2,
  'admin-prices': 2,
  'admin-offers': 2,
  'admin-featured': 2,
  'admin-deliveries': 2,
  'admin-delivery': 2,
  'admin-batches': 2,
  'admin-stock-takes': 3,
  'admin-stock-take': 2,
  'admin-recalls': 2,
  'admin-categories': 2,
  'admin-search': 2,
  'admin-settings': 3,
  'admin-emails': 2,
  'admin-people': 3,
  'admin-pictures': 2,
  'admin-texts': 3,
  'admin-text': 4,
  'admin-orders': 5,
  'admin-slips': 1,
  'admin-phone-order': 1,
  'admin-order': 4,
  'admin-customers': 2,
  'admin-customer': 2,
  // In addition, each visit caches some of the period's days. Figures and margins are read at the same time.
  'admin-figures': 5,
  'admin-account': 2,
  'admin-audit': 6,
  'admin-not-found': 1,
}
const ORDER_BUDGET = 2
/** Each visit of the dashboard caches some past days. */
const VISITS_UNTIL_DAYS_ARE_AGGREGATED = 12
const POOLS: readonly string[] = [
  ...new Set([...LOGIN_ROLES.visitor.roles, ...LOGIN_ROLES.acting.roles, ...LOGIN_ROLES.accounts.roles]),
]

let database: Awaited<ReturnType<typeof startTcpDatabase>>
let line: Awaited<ReturnType<typeof startRoundTripCounter>>
let shop: RunningShop
let db: DatabaseClient
let customer: SignedInClient
let admin: HttpClient
let category: string
let testProduct: TestProduct
let order: string

beforeAll(async () => {
  database = await startTcpDatabase()
  line = await startRoundTripCounter(database.url)
  shop = await startShop({ env: { DATABASE_URL: line.url } })
  db = connectToDatabase(database.owner)
  customer = await signInNewCustomer(shop.url)
  admin = await signInAsAdmin(shop.url)
  category = await insertCategory(db, 'Counted Goods')
  testProduct = await insertProduct(db, {
    name: 'Counted Pepper',
    price: 4.5,
    stock: 100,
    category_id: category,
  })
  order = await placeOrderOverHttp(customer, [{ product: testProduct, quantity: 1 }])
}, 120_000)
afterAll(async () => {
  await db?.close()
  await shop?.stop()
  line?.close()
  await database?.stop()
})

async function countRoundTrips(path: string, visitor: HttpClient): Promise<number> {
  const before = line.roundTripsOf(POOLS)
  await (await visitor.fetch(path)).arrayBuffer()
  return line.roundTripsOf(POOLS) - before
}

const pathOf = (path: string) =>
  path
    .replace(':slug', 'wayanad-forest-honey')
    .replace(':id', order)
    .replace(/\*$/, `/nowhere-${randomUUID()}`)
const whoOpens = (access: 'public' | 'customer' | 'admin') =>
  ({ public: new HttpClient(shop.url), customer, admin })[access]

describe('Database round trips per page', () => {
  beforeAll(async () => {
    for (let visit = 0; visit < VISITS_UNTIL_DAYS_ARE_AGGREGATED; visit += 1)
      await countRoundTrips('/admin/dashboard', admin)
  })

  test.each(allRoutes.map(({ id, path, access }) => ({ id: id as RouteId, path, access })))(
    '$path is within its budget',
    async ({ id, path, access }) => {
      expect(await countRoundTrips(pathOf(path), whoOpens(access))).toBeLessThanOrEqual(BUDGET[id])
    },
  )

  test('round trips are counted', () => {
    for (const pool of [LOGIN_ROLES.visitor, LOGIN_ROLES.accounts])
      expect(line.roundTripsOf(pool.roles), pool.name).toBeGreaterThan(0)
  })

  test('a cached public page needs none', async () => {
    const kept = [
      '/',
      '/products',
      '/products?category=honey-jaggery',
      '/products/wayanad-forest-honey',
      '/categories',
      '/about',
    ]
    for (const path of kept) await countRoundTrips(path, new HttpClient(shop.url))
    for (const path of kept) expect(await countRoundTrips(path, new HttpClient(shop.url)), path).toBe(0)
  })

  test('a list with more rows needs no more', async () => {
    const lists: [path: string, visitor: HttpClient][] = [
      ['/products?category=counted-goods', new HttpClient(shop.url)],
      ['/profile/orders', customer],
      ['/admin/products?search=counted', admin],
      ['/admin/orders', admin],
    ]
    const before: number[] = []
    for (const [path, visitor] of lists) before.push(await countRoundTrips(path, visitor))
    for (let more = 0; more < 5; more += 1) {
      const product = await insertProduct(db, {
        name: `Counted ${more}`,
        price: 4.5,
        stock: 100,
        category_id: category,
      })
      await placeOrderOverHttp(customer, [
        { product, quantity: 1 },
        { product: testProduct, quantity: 1 },
      ])
    }
    for (const [number, [path, visitor]] of lists.entries())
      expect(await countRoundTrips(path, visitor), path).toBeLessThanOrEqual(before[number]!)
  })

  test('placing an order is within its budget for any number of lines', async () => {
    const products = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        insertProduct(db, { name: `Counted Line ${number}`, price: 4.5, stock: 100, category_id: category }),
      ),
    )
    const before = line.roundTripsOf(POOLS)
    const response = await sendCheckout(
      customer,
      createCheckoutForm(products.map((product) => ({ product, quantity: 2 }))),
    )
    expect(response.placed).toBeDefined()
    expect(line.roundTripsOf(POOLS) - before).toBeLessThanOrEqual(ORDER_BUDGET)
  })
})
