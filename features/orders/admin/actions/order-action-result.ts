import type { OrderStatus } from '#features/orders/order-status.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'

type OrderFields = { order_id: string; detail?: string; status?: OrderStatus }
export type OrderActionResult = ActionResult<OrderFields & { is_undoable?: true }, OrderFields>

/** Shared by row, dialog and toast, so that the toast outlives the row. */
export const orderFetcherKey = (orderId: string) => `order-${orderId}`

export const CANCEL_ORDER_FORM_ID = 'cancel-order'
