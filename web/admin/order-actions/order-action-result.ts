import type { OrderStatus } from '#shop/orders/order-status.ts'

export type OrderActionResult = {
  order_id: string
  /** Refusals and failures stay visible until dismissed. */
  kind: 'done' | 'refused' | 'failed'
  message: string
  detail?: string
  /** Current status of the order if known; its row may no longer be in the list. */
  status?: OrderStatus
  is_undoable?: true
  errors?: { reason?: string }
  values?: { reason?: string; customer_note?: string } | undefined
}

/** Shared by the row, its dialog and its toast, so that the toast outlives the row. */
export const orderFetcherKey = (orderId: string) => `order-${orderId}`

/** Links the submit button in the dialog footer to its form. */
export const CANCEL_ORDER_FORM_ID = 'cancel-order'
