import type { OrderStatus } from '#features/orders/order-status.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'

export type ChosenOrders = {
  movedIds: string[]
  /** The new status of the moved orders. */
  status: OrderStatus
  /** Each with its current status, if known. */
  refused: { id: string; message: string; status?: OrderStatus }[]
}
type ChosenFields = { intent: 'move-chosen'; chosen?: ChosenOrders }
export type ChosenOrdersResult = ActionResult<ChosenFields & { is_undoable?: true }, ChosenFields>

const FETCHER_KEY = 'chosen-orders-'
/** One fetcher per submission, so that an earlier one can still be undone. */
export const chosenOrdersFetcherKey = (submission: number) => `${FETCHER_KEY}${submission}`
export const isChosenOrdersFetcherKey = (key: string) => key.startsWith(FETCHER_KEY)

/** The value of an order's checkbox: includes the displayed status, so that no other step is taken. */
export const chosenValue = ({ id, status }: { id: string; status: OrderStatus }) => `${id}:${status}`
