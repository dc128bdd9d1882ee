import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { undeliverableReasons } from '#features/orders/dispatch/undeliverable.ts'

type OrderWarningsProps = { order: Parameters<typeof undeliverableReasons>[0] & { has_recalled: boolean } }

export function OrderWarnings({ order }: OrderWarningsProps) {
  const reasons = undeliverableReasons(order)
  return (
    <>
      {reasons.length > 0 && (
        <strong className="text-laterite font-semibold block text-sm">
          {adminOrderMessages.cannotBeDelivered(reasons)}
        </strong>
      )}
      {order.has_recalled && (
        <strong className="text-laterite font-semibold block text-sm">{adminOrderMessages.isRecalled}</strong>
      )}
    </>
  )
}
