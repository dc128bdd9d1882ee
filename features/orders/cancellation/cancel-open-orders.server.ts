import { sql } from 'kysely'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { MAX_ORDERS_CANCELLED_AT_ONCE, type OpenOrder } from './cancel-open-orders.ts'

/** The pending and processing orders of the order's customer, newest first, up to the maximum of one call, and their total. */
export async function findOpenOrders(
  shop: ShopDependencies,
  admin: Actor,
  orderId: string,
): Promise<{ orders: OpenOrder[]; total: number }> {
  requirePermission(admin, 'orders.cancel-any')
  if (!isValidId(orderId)) return { orders: [], total: 0 }
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<OpenOrder & { total: number }>`
    select o.id, o.created_at, o.status, o.total_amount, count(*) over ()::integer as total,
           (select sum(i.quantity)::integer from order_items i where i.order_id = o.id) as item_count
      from orders o where o.user_id = (select user_id from orders where id = ${orderId}) and o.status in ('pending', 'processing')
     order by o.created_at desc, o.id limit ${MAX_ORDERS_CANCELLED_AT_ONCE}`.execute(db),
  )
  return { orders: rows, total: rows[0]?.total ?? 0 }
}

/**
 * Cancels the given open orders of a customer; `reason` is internal, `customerNote` is sent. Orders that have
 * moved on and newer orders are reported. Refused: reason-missing, not-found.
 */
export async function cancelOpenOrders(
  shop: ShopDependencies,
  admin: Actor,
  {
    userId,
    orderIds,
    reason,
    customerNote = '',
  }: { userId: string; orderIds: readonly string[]; reason: string; customerNote?: string },
): Promise<Answer<'cancel_customer_orders'>> {
  requirePermission(admin, 'orders.cancel-any')
  if (isBlank(reason))
    return refused('reason-missing', { fields: { reason: messages.cancellationReasonMissing } })
  if (
    !isValidId(userId) ||
    orderIds.length === 0 ||
    orderIds.length > MAX_ORDERS_CANCELLED_AT_ONCE ||
    !orderIds.every(isValidId)
  )
    return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'cancel_customer_orders', {
      user_id: userId,
      order_ids: orderIds,
      reason: messages.cancelledByAdmin,
      note: trimWhiteSpace(reason),
      customer_note: trimWhiteSpace(customerNote) || null,
    }),
  )
}
