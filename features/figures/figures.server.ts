import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { Figures, PeriodFigures } from './figures.ts'
import type { FiguresPeriod } from './figures-period.ts'
import { cacheFiguresDays, selectFigures, selectMargins } from './figures-queries.server.ts'

/** On the page; the CSV file has all. */
const MAX_SHOWN_PRODUCTS = 50
/** The first report of a long period in an old shop leaves some days to later reports. */
const MAX_CACHE_ROUNDS = 400
const MAX_CACHE_MS = 15_000

export type FiguresReport = { figures: Figures; before: PeriodFigures }

/** In pence. The margins are from another snapshot, because they are read at the same time. */
export async function readFigures(
  shop: ShopDependencies,
  admin: Actor,
  period: FiguresPeriod,
  { allProducts = false }: { allProducts?: boolean } = {},
): Promise<FiguresReport> {
  requirePermission(admin, 'figures.read')
  await cacheClosedDays(shop, admin, period)
  const maxProducts = allProducts ? null : MAX_SHOWN_PRODUCTS
  const [{ now, before }, margins] = await Promise.all([
    shop.db.queryAs(admin, (db) => selectFigures(db, period, maxProducts)),
    shop.db.queryAs(admin, (db) => selectMargins(db, period, maxProducts)),
  ])
  if (!now || !before || !margins)
    throw new Error('The database refused figures to an administrator who may read them.')
  return { figures: { ...now, margins }, before }
}

/** Figures do not depend on this: days that cannot be cached are summed from their orders. */
async function cacheClosedDays(
  shop: ShopDependencies,
  admin: Actor,
  { first, last, firstBefore, lastBefore }: FiguresPeriod,
): Promise<void> {
  const start = shop.clock().getTime()
  try {
    for (const [from, to] of [
      [first, last],
      [firstBefore, lastBefore],
    ] as const) {
      let cachedDays = 1
      for (let round = 0; cachedDays > 0 && round < MAX_CACHE_ROUNDS; round++) {
        if (shop.clock().getTime() - start > MAX_CACHE_MS) return
        // Separate transactions, so that changed orders wait for few days.
        cachedDays = await shop.db.queryAs(admin, (db) => cacheFiguresDays(db, from, to))
      }
    }
  } catch (error) {
    shop.log.error({ error }, 'daily sales could not be cached')
  }
}
