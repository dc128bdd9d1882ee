import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type { DoorPayment, RefundMethod } from './refund.ts'

type RefundRequest = {
  orderId: string
  /** The same key means the same refund, however often it is sent. */
  idempotencyKey: string
  version: number
  /** The confirmed amount, in pounds. */
  amount: number
  isWhole: boolean
  lines: { id: string; quantity: number }[]
  /** Includes the rest of the delivery charge; a whole refund always does. */
  hasDelivery: boolean
  freeAmount: number
  reason: string
  method: RefundMethod
  isRestocked: boolean
  /** Recorded if there is none yet. */
  payment: DoorPayment | null
}

/**
 * Records or corrects how a delivered order was paid, until there is a refund. `version` is the displayed
 * one. Refused: not-found, not-delivered, payment-missing, changed-meanwhile, refunded-already.
 */
export async function recordDoorPayment(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, version, payment }: { orderId: string; version: number; payment: DoorPayment },
): Promise<Answer<'record_door_payment'>> {
  requirePermission(admin, 'orders.record-payment')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'record_door_payment', { order_id: orderId, expected_version: version, payment }),
  )
}

/** Refunds a delivered order, never more than was paid, and returns units to stock if requested. The same key repeats the same refund. */
export async function refundOrder(
  shop: ShopDependencies,
  admin: Actor,
  refund: RefundRequest,
): Promise<Answer<'refund_order'>> {
  requirePermission(admin, 'orders.refund')
  if (!isValidId(refund.orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'refund_order', {
      order_id: refund.orderId,
      idempotency_key: refund.idempotencyKey,
      expected_version: refund.version,
      expected_amount: refund.amount,
      is_whole: refund.isWhole,
      lines: refund.lines,
      free_amount: refund.freeAmount,
      reason: stripNul(refund.reason),
      method: refund.method,
      restock: refund.isRestocked,
      payment: refund.payment,
      delivery: refund.hasDelivery,
    }),
  )
}
