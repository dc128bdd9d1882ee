import { largeShopOrders } from './benchmark-scale.ts'
import { LARGE_SHOP_DIRECTORY } from './large-shop-directory.ts'
import { multiplyOrders, withFillingServer } from './multiply-orders.ts'
import { seedLargeShop } from '#tests/fixtures/databases/seed-large-shop.ts'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** Copying is many times faster than seeding. */
const MAX_SEEDED_ORDERS = 500_000
const TIMES = Math.ceil(largeShopOrders / MAX_SEEDED_ORDERS)
const SEEDED = { products: 100_000, customers: 50_000, orders: Math.round(largeShopOrders / TIMES) }
export const LARGE_SHOP = { ...SEEDED, orders: SEEDED.orders * TIMES }

export type LargeShop = RunningShop & { db: DatabaseClient; seedNote: string }

/** The built shop with `LARGE_SHOP`; `BIG_SHOP` names a data directory to keep for the next measurement. */
export async function startLargeShop(): Promise<LargeShop> {
  const startedAt = performance.now()
  const isFilled = await fillUnlessFilled()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const shop = await start()
  const db = connectToShopDatabase(shop.dataDir)
  return {
    ...shop,
    db,
    seedNote: isFilled ? `Filled in ${seconds} s.` : 'Filled before.',
    async stop() {
      await db.close()
      await shop.stop()
    },
  }
}

const start = () => startShop({ main: 'app/main.ts', dataDir: LARGE_SHOP_DIRECTORY })

async function fillUnlessFilled(): Promise<boolean> {
  const shop = await start()
  const db = connectToShopDatabase(shop.dataDir)
  try {
    const [before] = await db.query<{ isFilled: boolean }>('select exists (select from orders) as "isFilled"')
    if (before!.isFilled) return false
    await seedLargeShop(connectionStringOf(shop.dataDir), SEEDED)
  } finally {
    await db.close()
    await shop.stop()
  }
  if (TIMES > 1)
    await withFillingServer(LARGE_SHOP_DIRECTORY, (connectionString) =>
      multiplyOrders(connectionString, TIMES, (line) => process.stdout.write(`${line}\n`)),
    )
  return true
}
