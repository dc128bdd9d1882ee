import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import type { OrderRow } from '#features/orders/order.ts'
import { Badge } from '#kit/display/badge.tsx'

/** Shown in the order list. */
export const OrderNotesSign = ({ order }: { order: Pick<OrderRow, 'has_notes'> }) =>
  order.has_notes ? <Badge>{orderNoteMessages.sign}</Badge> : null
