import type { OrderStatus } from '#shop/constants.ts'

/** What the server says to a step or a cancellation; the rows themselves come fresh with it. */
export type OrderActionResult = {
  order_id: string
  /** Kept apart from the sentence: refusals and failures stay in view until they are read. */
  kind: 'done' | 'refused' | 'failed'
  message: string
  /** What is known beyond the prescribed sentence, such as that somebody else was quicker. */
  detail?: string
  /** What the order is now, as far as the answer knows: its row may have left the list. */
  status?: OrderStatus
  /** The step that this answers can be undone for a while. */
  is_undoable?: true
  errors?: { reason?: string }
  values?: { reason?: string; customer_note?: string } | undefined
}

/** The same fetcher for a row, its dialog and the message about it, so that the message outlives the row. */
export const orderFetcherKey = (orderId: string) => `order-${orderId}`

/** By it the button at the foot of a dialog belongs to the form above it; a page asks about one cancellation at a time. */
export const CANCEL_ORDER_FORM_ID = 'cancel-order'
