import { adminOrderMessages } from '#shop/orders/admin-order-messages.ts'
import type { OrderRow } from '#shop/orders/order.ts'
import { Badge } from '#web/ui/display/badge.tsx'

/** Marks orders that must be sent before others. */
export const ExpressSign = ({ order }: { order: Pick<OrderRow, 'delivery_service'> }) =>
  order.delivery_service === 'express' ? <Badge>{adminOrderMessages.express}</Badge> : null
