import { isValidId } from '#shop/ids.ts'
import { refused, type Outcome } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type { DoorPayment } from './refund.ts'
import {
  callRecordDoorPayment,
  callRefundOrder,
  type PaymentRefusal,
  type RefundRefusal,
  type RefundRequest,
  type RefundResult,
} from './refund-procedures.server.ts'

/**
 * Records or corrects how a delivered order was paid, until there is a refund. `version` is the displayed one.
 * Refused: not-found, not-delivered, payment-missing, changed-meanwhile, refunded-already.
 */
export async function recordDoorPayment(
  shop: ShopDependencies,
  admin: Actor,
  recorded: { orderId: string; version: number; payment: DoorPayment },
): Promise<Outcome<{ door_payment: DoorPayment }, PaymentRefusal>> {
  requirePermission(admin, 'orders.record-payment')
  if (!isValidId(recorded.orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callRecordDoorPayment(db, recorded))
}

/**
 * Gives money back for a delivered order, never more than was paid, and returns goods to stock if asked. Sent again with
 * the same key it is the same refund. Refused: see {@link RefundRefusal}.
 */
export async function refundOrder(
  shop: ShopDependencies,
  admin: Actor,
  refund: RefundRequest,
): Promise<Outcome<RefundResult, RefundRefusal>> {
  requirePermission(admin, 'orders.refund')
  if (!isValidId(refund.orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callRefundOrder(db, { ...refund, reason: stripNul(refund.reason) }))
}
