import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { whyUndeliverable } from '#shop/orders/dispatch/undeliverable.ts'

type CannotBeDeliveredProps = { order: Parameters<typeof whyUndeliverable>[0] }

/** D32: marks an order of before that the shop would refuse today. */
export function CannotBeDelivered({ order }: CannotBeDeliveredProps) {
  const reasons = whyUndeliverable(order)
  if (reasons.length === 0) return null
  return <strong className="cannot-be-delivered">{orderOffice.cannotBeDelivered(reasons)}</strong>
}
