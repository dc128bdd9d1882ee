import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { refused, type Refusal, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { StockAdjustment } from './stock-adjustment.ts'
import type { StockMovement } from './stock-movement.ts'
import { selectStockMovements } from './stock-queries.server.ts'

/** In units; records actor and reason. Refused: not-found, fields-missing, below-zero (with the current stock), too-many. */
export async function adjustStock(
  shop: ShopDependencies,
  admin: Actor,
  { productId, change, reason }: { productId: string } & StockAdjustment,
): Promise<Answer<'update_product_stock'> | Refused<Refusal<'below-zero'>>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(productId)) return refused('not-found')
  const answer = await shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'update_product_stock', {
      product_id: productId,
      quantity_change: change,
      action_type: 'manual_adjustment',
      notes: reason,
    }),
  )
  if (!answer.ok && answer.refusal.code === 'below-zero') {
    return refused('below-zero', { fields: { change: messages.stockBelowZero } })
  }
  return answer
}

/** Newest first. */
export async function listStockMovements(
  shop: ShopDependencies,
  admin: Actor,
  productId: string,
): Promise<StockMovement[]> {
  requirePermission(admin, 'stock.read-history')
  if (!isValidId(productId)) return []
  return shop.db.queryAs(admin, (db) => selectStockMovements(db, productId))
}
