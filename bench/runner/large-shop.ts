import { largeShopOrders } from './benchmark-scale.ts'
import { seedLargeShop } from '#tests/fixtures/databases/seed-large-shop.ts'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

export const LARGE_SHOP = { products: 100_000, customers: 50_000, orders: largeShopOrders }
const DATA_DIR = process.env['BIG_SHOP']

export type LargeShop = RunningShop & { db: DatabaseClient; seedNote: string }

/** The built shop with `LARGE_SHOP`; `BIG_SHOP` names a data directory that keeps it for the next measurement. */
export async function startLargeShop(): Promise<LargeShop> {
  const shop = await startShop({ main: 'server/main.ts', ...(DATA_DIR && { dataDir: DATA_DIR }) })
  const db = connectToShopDatabase(shop.dataDir)
  const [before] = await db.query<{ orders: number }>('select count(*) as orders from orders')
  const isEmpty = before?.orders === 0
  const startedAt = performance.now()
  if (isEmpty) await seedLargeShop(connectionStringOf(shop.dataDir), LARGE_SHOP)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  return {
    ...shop,
    db,
    seedNote: isEmpty ? `Filled in ${seconds} s.` : 'Filled before.',
    async stop() {
      await db.close()
      await shop.stop()
    },
  }
}
