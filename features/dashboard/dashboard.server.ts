import { requirePermission, type Actor } from '#shop/permissions.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { LowStock } from './low-stock.ts'
import { selectLowStock, selectOrdersToSend } from './dashboard-queries.server.ts'
import { nextDeadline, type OrdersToSend } from './orders-to-send.ts'

const MAX_ROWS = 10
const MAX_PACKING_SLIPS = PAGE_SIZE.adminOrders

/** The open orders with the nearest deadlines, and how many are overdue or due next. */
export async function ordersToSend(shop: ShopDependencies, admin: Actor): Promise<OrdersToSend> {
  requirePermission(admin, 'dashboard.read')
  const { deadline, placedOn } = nextDeadline(shop.clock())
  const found = await shop.db.withActor(admin, (trx) =>
    selectOrdersToSend(trx, placedOn, MAX_ROWS, MAX_PACKING_SLIPS),
  )
  return { ...found, deadline: deadline.toISOString() }
}

/** Products with stock below the owner's threshold, sold-out active ones first. */
export async function lowStock(shop: ShopDependencies, admin: Actor): Promise<LowStock[]> {
  requirePermission(admin, 'dashboard.read')
  return shop.db.queryAs(admin, (db) => selectLowStock(db, MAX_ROWS))
}
