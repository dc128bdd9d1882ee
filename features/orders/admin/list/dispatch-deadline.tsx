import { formatRelativeDateTimeInSentence } from '#shop/dates/relative-dates.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { dispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import type { OrderRow } from '#features/orders/order.ts'
import { awaitsDispatch } from '#features/orders/order-status.ts'

export function DispatchDeadline({
  order,
  now,
}: {
  order: Pick<OrderRow, 'status' | 'created_at' | 'dispatch_day'>
  now: Date
}) {
  if (!awaitsDispatch(order.status)) return null
  const { deadline, isOverdue, isUrgent } = dispatchCountdown(order, now)
  return (
    <span className="send-by" data-late={isOverdue || undefined}>
      {isOverdue && (
        <strong>
          <svg
            viewBox="0 0 16 16"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            aria-hidden="true"
          >
            <path d="M8 1.5 15 14H1zM8 6v4M8 12h.01" />
          </svg>
          {adminOrderMessages.overdue}
        </strong>
      )}
      {isUrgent && !isOverdue && <strong>{adminOrderMessages.urgent}</strong>}
      <span>
        <span>{isOverdue ? adminOrderMessages.since : adminOrderMessages.sendBy}</span>{' '}
        <time dateTime={deadline}>{formatRelativeDateTimeInSentence(deadline, now)}</time>
      </span>
    </span>
  )
}
