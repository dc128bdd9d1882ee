import '#server/start/production-mode.ts'
import { join } from 'node:path'
import { pino } from 'pino'
import { RouterContextProvider } from 'react-router'
import { connect } from '#db/connection/connect.server.ts'
import { compress } from '#server/http/compression.ts'
import { loadRenderer } from '#server/pages/load-renderer.ts'
import { createOrderBatcher } from '#shop/checkout/placing/order-batcher.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { listProducts } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { visitor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { DEFAULT_PRODUCT_SORT } from '#shop/constants.ts'
import { actorContext, shopContext, cacheContext } from '#web/http/request-contexts.ts'
import { toCartLimits, DEFAULT_ORDER_LIMITS } from '#shop/settings/order-limits.ts'
import { handlers } from '#web/route-handlers.server.ts'

/** A process of its own with what a listing is made of, each alone: told to measure one of them, it answers with so many a second. */
export type WorkerMeasurement = { name: WorkerTask; perSecond: number; microseconds: number }
export type WorkerTask = 'render' | 'queries' | 'both' | 'zstd' | 'brotli'
const CONCURRENCY = 16
const PUBLIC_URL = 'http://localhost:3000'

const db = await connect({ connectionString: process.env['BENCH_DATABASE']! })
const nothing = () => {
  throw new Error('A listing needs no pictures, only what is known of them.')
}
const shop: ShopDependencies = {
  db, pictures: new Proxy({} as ShopDependencies['pictures'], { get: nothing }), outbox: { wake: () => {} },
  mail: { route: { kind: 'files', folder: '' }, transport: { send: async () => {}, close() {} } },
  orderBatcher: createOrderBatcher(db), identity: demonstrationIdentity, limits: DEFAULT_ORDER_LIMITS,
  clock: () => new Date(), log: pino({ level: 'silent' }), publicUrl: PUBLIC_URL,
}
const renderer = await loadRenderer(join(import.meta.dirname, '../..', 'dist', 'renderer'), handlers, { identity: shop.identity, publicUrl: PUBLIC_URL, limits: toCartLimits(shop.limits) })

async function loaded() {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(actorContext, visitor)
  context.set(cacheContext, { setCacheTags: () => {}, setNotFound: () => {} })
  const result = await renderer.query(new Request(`${PUBLIC_URL}/products`), context)
  if (result instanceof Response || result.statusCode !== 200) throw new Error('The listing could not be read.')
  return result
}

const ready = await loaded()
const bytes = Buffer.from(renderer.render(ready).html)
const parts: Record<WorkerTask, { atOnce: number; run: () => unknown }> = {
  render: { atOnce: 1, run: () => renderer.render(ready) },
  queries: { atOnce: CONCURRENCY, run: () => listProducts(shop, { category: null, bestSellersOnly: false, sort: DEFAULT_PRODUCT_SORT, page: 1 }) },
  both: { atOnce: CONCURRENCY, run: async () => renderer.render(await loaded()) },
  zstd: { atOnce: 1, run: () => compress(bytes, 'zstd', 'quick') },
  brotli: { atOnce: CONCURRENCY, run: () => compress(bytes, 'br', 'quick') },
}

process.on('message', async ({ name, seconds }: { name: WorkerTask; seconds: number }) => {
  const { atOnce, run } = parts[name]
  let times = 0
  const [began, used] = [performance.now(), process.cpuUsage()]
  const person = async () => {
    // A synchronous part gives way to nobody, so that the clock is read each time.
    while (performance.now() - began < seconds * 1000) {
      await run()
      times += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  const { user, system } = process.cpuUsage(used)
  const floor: WorkerMeasurement = { name, perSecond: (times * 1000) / (performance.now() - began), microseconds: (user + system) / times }
  process.send!(floor)
})
process.on('disconnect', () => void db.close())
process.send!('ready')
