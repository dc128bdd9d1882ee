import '#app/start/production-mode.ts'
import { join } from 'node:path'
import { pino } from 'pino'
import { RouterContextProvider } from 'react-router'
import { connect } from '#platform/database/connection/connect.server.ts'
import { compress } from '#platform/http/compression.ts'
import { loadRenderer } from '#app/pages/load-renderer.ts'
import { createOrderBatcher } from '#features/checkout/placing/order-batcher.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { listProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { visitor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { DEFAULT_PRODUCT_SORT } from '#shop/constants.ts'
import { actorContext, shopContext, cacheContext } from '#kit/requests/request-contexts.ts'
import { DEFAULT_DELIVERY } from '#shop/delivery/delivery-settings.ts'
import { DEFAULT_RETENTION } from '#shop/retention.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { toCartLimits } from '#features/settings/to-cart-limits.ts'
import { DEFAULT_OWNER_SWITCHES } from '#features/settings/owner-switches.ts'
import { loadRouteHandlers } from '#app/route-handlers.server.ts'

export type WorkerMeasurement = { name: WorkerTask; perSecond: number; microseconds: number }
export type WorkerTask = 'render' | 'queries' | 'both' | 'zstd' | 'brotli'
const CONCURRENCY = 16
const PUBLIC_URL = 'http://localhost:3000'

const db = await connect({ connectionString: process.env['BENCH_DATABASE']! })
const rejectAccess = () => {
  throw new Error('A list must not read picture files.')
}
const shop: ShopDependencies = {
  db,
  pictures: new Proxy({} as ShopDependencies['pictures'], { get: rejectAccess }),
  outbox: { wake: () => {} },
  mail: { route: { kind: 'files', folder: '' }, transport: { send: async () => {}, close() {} } },
  orderBatcher: createOrderBatcher(db),
  identity: demonstrationIdentity,
  limits: DEFAULT_ORDER_LIMITS,
  switches: DEFAULT_OWNER_SWITCHES,
  texts: {},
  heroPicture: null,
  delivery: DEFAULT_DELIVERY,
  retention: DEFAULT_RETENTION,
  clock: () => new Date(),
  log: pino({ level: 'silent' }),
  publicUrl: PUBLIC_URL,
}
const renderer = await loadRenderer(
  join(import.meta.dirname, '../..', 'dist', 'renderer'),
  await loadRouteHandlers(),
  { publicUrl: PUBLIC_URL, settings: () => ({ identity: shop.identity, limits: toCartLimits(shop) }) },
)

async function queryPage() {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(actorContext, visitor)
  context.set(cacheContext, { setCacheTags: () => {}, setNotFound: () => {} })
  const result = await renderer.query('products', new Request(`${PUBLIC_URL}/products`), context)
  if (result instanceof Response || result.statusCode !== 200)
    throw new Error('The listing could not be read.')
  return result
}

const pageContext = await queryPage()
const bytes = Buffer.from(renderer.render(pageContext, null).html)
const tasks: Record<WorkerTask, { concurrency: number; run: () => unknown }> = {
  render: { concurrency: 1, run: () => renderer.render(pageContext, null) },
  queries: {
    concurrency: CONCURRENCY,
    run: () =>
      listProducts(shop, { category: null, bestSellersOnly: false, sort: DEFAULT_PRODUCT_SORT, page: 1 }),
  },
  both: {
    concurrency: CONCURRENCY,
    // A function without a result, because a loop would keep its last page until the next one is finished.
    async run() {
      renderer.render(await queryPage(), null)
    },
  },
  zstd: { concurrency: 1, run: () => compress(bytes, 'zstd', 'quick') },
  brotli: { concurrency: CONCURRENCY, run: () => compress(bytes, 'br', 'quick') },
}

type MeasureMessage = { name: WorkerTask; seconds: number }
async function measure({ name, seconds }: MeasureMessage) {
  const { concurrency, run } = tasks[name]
  let times = 0
  const [began, used] = [performance.now(), process.cpuUsage()]
  const runLoop = async () => {
    // A synchronous task never yields, so the clock is read each time.
    while (performance.now() - began < seconds * 1000) {
      await run()
      times += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLoop))
  const { user, system } = process.cpuUsage(used)
  const measurement: WorkerMeasurement = {
    name,
    perSecond: (times * 1000) / (performance.now() - began),
    microseconds: (user + system) / times,
  }
  process.send!(measurement)
}
process.on('message', (message: MeasureMessage) => void measure(message))
process.on('disconnect', () => void db.close())
process.send!('ready')
