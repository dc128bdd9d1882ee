import type { ReactNode } from 'react'
import { orderStatusLabels, type OrderStatus } from '#features/orders/order-status.ts'
import { classNames } from '#kit/display/class-names.ts'

/** One shape per status, so that it can be recognised without colour. */
const STATUS_MARK: Readonly<Record<OrderStatus, { colour: string; shape: ReactNode }>> = {
  pending: { colour: 'text-turmeric-deep', shape: <circle cx="8" cy="8" r="5.5" /> },
  processing: {
    colour: 'text-river',
    shape: (
      <>
        <circle cx="8" cy="8" r="5.5" />
        <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
      </>
    ),
  },
  shipped: { colour: 'text-forest', shape: <path d="M2 8h11M9 3.5 13.5 8 9 12.5" /> },
  delivered: { colour: 'text-muted', shape: <path d="m2.5 8.5 4 4 7.5-9" /> },
  cancelled: { colour: 'text-laterite', shape: <path d="m3.5 3.5 9 9m0-9-9 9" /> },
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { colour, shape } = STATUS_MARK[status]
  return (
    <span className={classNames('status', colour)}>
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        {shape}
      </svg>
      <span>{orderStatusLabels[status]}</span>
    </span>
  )
}
