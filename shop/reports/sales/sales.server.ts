import { londonDay, type Day } from '#shop/dates/dates.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { keepBestSellers, keepSalesDays, selectBestSellersOf, selectSalesByDay } from './sales-queries.server.ts'
import { everyDay, sumOfDays, type SalesReport } from './sales.ts'
import { daysOfPeriod, type SalesPeriod } from './sales-period.ts'

const BEST_SELLERS_SHOWN = 10
/** The first look of a shop that has sold for years leaves the others to those after it. */
const ROUNDS_OF_A_LOOK = 6

/**
 * §2 /admin/dashboard: what was sold on each London day of the period that ends today, its sums beside those of the
 * period before, and its best sellers. Orders count on the day they were placed, in pounds as they stand now; cancelled
 * ones do not count.
 */
export async function salesReport(shop: Shop, admin: Actor, period: SalesPeriod): Promise<SalesReport> {
  requirePermission(admin, 'dashboard.read')
  const { first, last, firstBefore, lastBefore } = daysOfPeriod(period, londonDay(shop.clock()))
  await keepWhatIsOver(shop, admin, { first, firstBefore, last })
  return shop.db.as(admin, async (trx) => {
    const rows = await selectSalesByDay(trx, firstBefore, last)
    return {
      days: everyDay(rows, first, last),
      sum: sumOfDays(rows, first, last),
      before: sumOfDays(rows, firstBefore, lastBefore),
      bestSellers: await selectBestSellersOf(trx, first, last, BEST_SELLERS_SHOWN),
    }
  })
}

/** Reading never depends on it: what cannot be kept now is added up from its orders, and kept at another look. */
async function keepWhatIsOver(shop: Shop, admin: Actor, { first, firstBefore, last }: Record<'first' | 'firstBefore' | 'last', Day>): Promise<void> {
  try {
    let kept = 1
    for (let round = 0; kept > 0 && round < ROUNDS_OF_A_LOOK; round++) {
      // In transactions of their own: whoever changes an order waits for a few days to be added up, and for no reading.
      kept = await shop.db.as(admin, async (trx) => {
        const days = await keepSalesDays(trx, firstBefore, last)
        if (days === 0) await keepBestSellers(trx, first, last)
        return days
      })
    }
  } catch (error) {
    shop.log.error({ error }, 'the sums of days that are over could not be kept')
  }
}
