import '#server/start/production-mode.ts'
import { join } from 'node:path'
import { pino } from 'pino'
import { RouterContextProvider } from 'react-router'
import { connect } from '#db/connection/connect.server.ts'
import { pack } from '#server/http/compression.ts'
import { loadRenderer } from '#server/pages/load-renderer.ts'
import { createTill } from '#shop/checkout/placing/order-batcher.server.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { listProducts } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { visitor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { DEFAULT_PRODUCT_SORT } from '#shop/constants.ts'
import { actorContext, shopContext, shownContext } from '#web/http/request-contexts.ts'
import { cartLimitsOf, DEFAULT_ORDER_LIMITS } from '#shop/settings/order-limits.ts'
import { handlers } from '#web/route-handlers.server.ts'

/** A process of its own with what a listing is made of, each alone: told to measure one of them, it answers with so many a second. */
export type Floor = { name: FloorName; aSecond: number; microseconds: number }
export type FloorName = 'render' | 'queries' | 'both' | 'zstd' | 'brotli'
const AT_ONCE = 16
const PUBLIC_URL = 'http://localhost:3000'

const db = await connect({ connectionString: process.env['BENCH_DATABASE']! })
const nothing = () => {
  throw new Error('A listing needs no pictures, only what is known of them.')
}
const shop: Shop = {
  db, pictures: new Proxy({} as Shop['pictures'], { get: nothing }), outbox: { wake: () => {} },
  mail: { route: { kind: 'files', folder: '' }, transport: { send: async () => {}, close() {} } },
  till: createTill(db), identity: demonstrationIdentity, limits: DEFAULT_ORDER_LIMITS,
  clock: () => new Date(), log: pino({ level: 'silent' }), publicUrl: PUBLIC_URL,
}
const renderer = await loadRenderer(join(import.meta.dirname, '../..', 'dist', 'renderer'), handlers, { identity: shop.identity, publicUrl: PUBLIC_URL, limits: cartLimitsOf(shop.limits) })

async function loaded() {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(actorContext, visitor)
  context.set(shownContext, { says: () => {}, isNotThere: () => {} })
  const result = await renderer.query(new Request(`${PUBLIC_URL}/products`), context)
  if (result instanceof Response || result.statusCode !== 200) throw new Error('The listing could not be read.')
  return result
}

const ready = await loaded()
const bytes = Buffer.from(renderer.render(ready).html)
const parts: Record<FloorName, { atOnce: number; run: () => unknown }> = {
  render: { atOnce: 1, run: () => renderer.render(ready) },
  queries: { atOnce: AT_ONCE, run: () => listProducts(shop, { category: null, bestSellersOnly: false, sort: DEFAULT_PRODUCT_SORT, page: 1 }) },
  both: { atOnce: AT_ONCE, run: async () => renderer.render(await loaded()) },
  zstd: { atOnce: 1, run: () => pack(bytes, 'zstd', 'quick') },
  brotli: { atOnce: AT_ONCE, run: () => pack(bytes, 'br', 'quick') },
}

process.on('message', async ({ name, seconds }: { name: FloorName; seconds: number }) => {
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
  const floor: Floor = { name, aSecond: (times * 1000) / (performance.now() - began), microseconds: (user + system) / times }
  process.send!(floor)
})
process.on('disconnect', () => void db.close())
process.send!('ready')
