import type { ReactNode } from 'react'
import { orderStatusLabels } from '#shop/orders/order-labels.ts'
import type { OrderStatus } from '#shop/constants.ts'

const STATUS_SHAPE = {
  pending: <circle cx="8" cy="8" r="5.5" />,
  processing: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
    </>
  ),
  shipped: <path d="M2 8h11M9 3.5 13.5 8 9 12.5" />,
  delivered: <path d="m2.5 8.5 4 4 7.5-9" />,
  cancelled: <path d="m3.5 3.5 9 9m0-9-9 9" />,
} as const satisfies Record<OrderStatus, ReactNode>

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className="status" data-status={status}>
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        {STATUS_SHAPE[status]}
      </svg>
      {orderStatusLabels[status]}
    </span>
  )
}
