import type { ActionResult } from '#web/forms/action-result.ts'
import { changedByMessage } from '#shop/orders/admin-order-messages.ts'
import type { OrderDetail } from '#shop/orders/order.ts'
import { describeOrderActor } from './order-history-labels.ts'
import type { OrderDifference, BaseOrder, OrderDraft } from './order-draft.ts'

export type OrderChanges = { by: string; lines: OrderDifference[] }

type EditFields = { intent: 'edit' }
export type OrderEditActionResult = ActionResult<
  EditFields,
  EditFields & {
    draft?: OrderDraft
    /** Base order of the next attempt. */
    base?: BaseOrder
    changes?: OrderChanges
  }
>

export const editFetcherKey = (orderId: string) => `edit-${orderId}`

export function lastOrderChangeLabel({ history }: Pick<OrderDetail, 'history'>, now: string): string {
  const last = history.at(-1)
  return last ? changedByMessage(describeOrderActor(last), last.at, now) : ''
}
