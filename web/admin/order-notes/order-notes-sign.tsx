import { orderNoteMessages } from '#shop/orders/order-details-messages.ts'
import type { OrderRow } from '#shop/orders/order.ts'
import { Badge } from '#web/ui/display/badge.tsx'

/** Shown in the order list. */
export const OrderNotesSign = ({ order }: { order: Pick<OrderRow, 'has_notes'> }) =>
  order.has_notes ? <Badge>{orderNoteMessages.sign}</Badge> : null
