import { changedByMessage } from '#shop/orders/admin-order-messages.ts'
import type { OrderDetail } from '#shop/orders/order.ts'
import { describeOrderActor } from './order-history-labels.ts'
import type { OrderDifference, BaseOrder, OrderDraft } from './order-draft.ts'

/** What somebody else changed, with both values, and who was the last to. */
export type OrderChanges = { by: string; lines: OrderDifference[] }

/** What the server says to an edit. A refusal brings back what was typed, beside the order as it is now. */
export type OrderEditActionResult = {
  intent: 'edit'
  kind: 'done' | 'refused' | 'failed'
  message: string
  /** Name of the field to sentence. */
  errors: Record<string, string>
  draft?: OrderDraft
  /** What the next attempt is compared with. */
  base?: BaseOrder
  changes?: OrderChanges
}

/** The fetcher of an order's edit form. */
export const editFetcherKey = (orderId: string) => `edit-${orderId}`

/** Who changed an order last, and when. */
export function lastOrderChangeLabel({ history }: Pick<OrderDetail, 'history'>, now: string): string {
  const last = history.at(-1)
  return last ? changedByMessage(describeOrderActor(last), last.at, now) : ''
}
