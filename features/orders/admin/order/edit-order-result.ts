import type { ActionResult } from '#kit/actions/action-result.ts'
import { changedByMessage } from '#features/orders/admin-order-messages.ts'
import type { OrderDetail } from '#features/orders/order.ts'
import { describeOrderActor } from './order-history-labels.ts'
import type { AddedItem, OrderDifference, BaseOrder, OrderDraft } from './order-draft.ts'

export type OrderChanges = { by: string; lines: OrderDifference[] }

/** Products found by a search in the form. */
export type FoundProducts = {
  search: string
  products: (AddedItem & { stock: number })[]
  /** The product whose SKU or barcode was searched for. */
  scanned: string | null
}

type EditFields = { intent: 'edit' }
export type OrderEditActionResult = ActionResult<
  EditFields & {
    /** For forms without JavaScript that searched for a product or added one, and saved nothing. */
    draft?: OrderDraft
    found?: FoundProducts
  },
  EditFields & {
    draft?: OrderDraft
    /** The base of the next attempt. */
    base?: BaseOrder
    changes?: OrderChanges
  }
>

export const isEditSaved = (result: OrderEditActionResult | undefined): boolean =>
  result?.kind === 'done' && !result.draft

export const editFetcherKey = (orderId: string) => `edit-${orderId}`

export function lastOrderChangeLabel({ history }: Pick<OrderDetail, 'history'>, now: string): string {
  const last = history.at(-1)
  return last ? changedByMessage(describeOrderActor(last), last.at, now) : ''
}
