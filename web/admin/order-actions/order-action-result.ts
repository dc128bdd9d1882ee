import type { OrderStatus } from '#shop/orders/order-status.ts'

export type OrderActionResult = {
  order_id: string
  kind: 'done' | 'refused' | 'failed'
  message: string
  detail?: string
  status?: OrderStatus
  is_undoable?: true
  errors?: { reason?: string }
  values?: { reason?: string; customer_note?: string } | undefined
}

/** Shared by row, dialog and toast, so that the toast outlives the row. */
export const orderFetcherKey = (orderId: string) => `order-${orderId}`

export const CANCEL_ORDER_FORM_ID = 'cancel-order'
