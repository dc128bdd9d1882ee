import type { OrderStatus } from '#shop/constants.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

type OrderFields = {
  order_id: string
  detail?: string
  /** Current status of the order if known; its row may no longer be in the list. */
  status?: OrderStatus
}
export type OrderActionResult = ActionResult<OrderFields & { is_undoable?: true }, OrderFields>

/** Shared by the row, its dialog and its toast, so that the toast outlives the row. */
export const orderFetcherKey = (orderId: string) => `order-${orderId}`

/** Links the submit button in the dialog footer to its form. */
export const CANCEL_ORDER_FORM_ID = 'cancel-order'
