import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#platform/database/schema.ts'
import { REFUND_METHODS } from '#features/orders/refunds/refund.ts'
import type { RefundEmailData } from './order-refunded-email.ts'

const refundMethod = z.enum(REFUND_METHODS)

export async function readRefundEmailData(db: Kysely<DB>, refundId: string): Promise<RefundEmailData> {
  const refund = await db
    .selectFrom('refunds')
    .where('refunds.id', '=', refundId)
    .select(['refunds.amount', 'refunds.delivery_amount', 'refunds.method'])
    .select(
      sql<number>`(select sum(earlier.amount) from refunds earlier
        where earlier.order_id = refunds.order_id and earlier.at <= refunds.at)`.as('refunded_so_far'),
    )
    .executeTakeFirst()
  if (!refund) throw new Error(`There is no refund ${refundId}.`)
  const lines = await db
    .selectFrom('refund_lines as line')
    .innerJoin('order_items as item', 'item.id', 'line.order_item_id')
    .where('line.refund_id', '=', refundId)
    .select(['item.product_name', 'item.net_weight', 'line.quantity', 'item.price', 'line.amount'])
    .orderBy('item.line_number')
    .execute()
  return { ...refund, method: refundMethod.parse(refund.method), lines }
}

/** The amount refunded so far, in pounds. */
export async function readRefundedAmount(db: Kysely<DB>, orderId: string): Promise<number> {
  const { refunded } = await db
    .selectFrom('refunds')
    .where('order_id', '=', orderId)
    .select(sql<number>`coalesce(sum(amount), 0)`.as('refunded'))
    .executeTakeFirstOrThrow()
  return refunded
}
