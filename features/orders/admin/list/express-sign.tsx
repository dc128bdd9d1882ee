import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import type { OrderRow } from '#features/orders/order.ts'
import { Badge } from '#kit/display/badge.tsx'

/** Marks orders that must be sent before others. */
export const ExpressSign = ({ order }: { order: Pick<OrderRow, 'delivery_service'> }) =>
  order.delivery_service === 'express' ? <Badge>{adminOrderMessages.express}</Badge> : null
