import { londonDay, type Day } from '#shop/dates/dates.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  cacheBestSellers,
  cacheDailySales,
  selectBestSellersInPeriod,
  selectSalesByDay,
} from './sales-queries.server.ts'
import { fillMissingDays, sumRefundDays, sumSalesDays, type SalesReport } from './sales.ts'
import { salesPeriodDays, type SalesPeriod } from './sales-period.ts'

const MAX_BEST_SELLERS = 10
/** The first report of an old shop leaves some days to later reports. */
const MAX_STORE_ROUNDS = 6

/** Orders count on the London day they were placed, with their current amounts (pounds); cancelled ones do not. */
export async function salesReport(
  shop: ShopDependencies,
  admin: Actor,
  period: SalesPeriod,
): Promise<SalesReport> {
  requirePermission(admin, 'dashboard.read')
  const { first, last, firstBefore, lastBefore } = salesPeriodDays(period, londonDay(shop.clock()))
  await storeCompletedDays(shop, admin, { first, firstBefore, last })
  return shop.db.withActor(admin, async (trx) => {
    const rows = await selectSalesByDay(trx, firstBefore, last)
    return {
      days: fillMissingDays(rows, first, last),
      sum: sumSalesDays(rows, first, last),
      before: sumSalesDays(rows, firstBefore, lastBefore),
      refunds: sumRefundDays(rows, first, last),
      refundsBefore: sumRefundDays(rows, firstBefore, lastBefore),
      bestSellers: await selectBestSellersInPeriod(trx, first, last, MAX_BEST_SELLERS),
    }
  })
}

/** Reports do not depend on this: days that cannot be stored are summed from their orders. */
async function storeCompletedDays(
  shop: ShopDependencies,
  admin: Actor,
  { first, firstBefore, last }: Record<'first' | 'firstBefore' | 'last', Day>,
): Promise<void> {
  try {
    let storedDays = 1
    for (let round = 0; storedDays > 0 && round < MAX_STORE_ROUNDS; round++) {
      // Separate transactions, so that order changes wait for few days and for no reads.
      storedDays = await shop.db.withActor(admin, async (trx) => {
        const days = await cacheDailySales(trx, firstBefore, last)
        if (days === 0) await cacheBestSellers(trx, first, last)
        return days
      })
    }
  } catch (error) {
    shop.log.error({ error }, 'daily sales could not be stored')
  }
}
