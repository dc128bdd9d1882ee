import { changedByMessage } from '#shop/orders/admin-order-messages.ts'
import type { OrderDetail } from '#shop/orders/order.ts'
import { describeOrderActor } from './order-history-labels.ts'
import type { OrderDifference, BaseOrder, OrderDraft } from './order-draft.ts'

export type OrderChanges = { by: string; lines: OrderDifference[] }

export type OrderEditActionResult = {
  intent: 'edit'
  kind: 'done' | 'refused' | 'failed'
  message: string
  errors: Record<string, string>
  draft?: OrderDraft
  base?: BaseOrder
  changes?: OrderChanges
}

export const editFetcherKey = (orderId: string) => `edit-${orderId}`

export function lastOrderChangeLabel({ history }: Pick<OrderDetail, 'history'>, now: string): string {
  const last = history.at(-1)
  return last ? changedByMessage(describeOrderActor(last), last.at, now) : ''
}
