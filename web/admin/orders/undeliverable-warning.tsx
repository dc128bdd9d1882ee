import { adminOrderMessages } from '#shop/orders/admin-order-messages.ts'
import { undeliverableReasons } from '#shop/orders/dispatch/undeliverable.ts'

type UndeliverableWarningProps = { order: Parameters<typeof undeliverableReasons>[0] }

export function UndeliverableWarning({ order }: UndeliverableWarningProps) {
  const reasons = undeliverableReasons(order)
  if (reasons.length === 0) return null
  return <strong className="cannot-be-delivered">{adminOrderMessages.cannotBeDelivered(reasons)}</strong>
}
