import { formatDay } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#shop/orders/order-labels.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { OrderDetail, OrderItem } from '#shop/orders/order.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'

/** The order as it stood when its editing began; what is typed is compared with it, and with what it is by then. */
export type BaseOrder = Pick<OrderDetail, 'id' | 'version' | 'status' | 'created_at' | 'estimated_delivery'> & {
  items: Pick<OrderItem, 'id' | 'product_name' | 'net_weight' | 'quantity' | 'price'>[]
}

/** What stands in the fields of the edit form, as it was typed. */
export type OrderDraft = { quantities: Record<string, string>; removed: readonly string[]; delivery: string }

/** One thing that somebody else changed, with both values. */
export type OrderDifference = { what: string; seen: string; now: string }

export const quantityField = (itemId: string) => `quantity-${itemId}`
export const removedField = (itemId: string) => `remove-${itemId}`

export function toBaseOrder({ id, version, status, created_at, estimated_delivery, items }: BaseOrder): BaseOrder {
  const baseItems = items.map((item) => ({
    id: item.id,
    product_name: item.product_name,
    net_weight: item.net_weight,
    quantity: item.quantity,
    price: item.price,
  }))
  return { id, version, status, created_at, estimated_delivery, items: baseItems }
}

/** What a draft can be compared with: the fields that the form has. */
type DraftSource = { estimated_delivery: string; items: readonly { id: string; quantity: number }[] }

export const toOrderDraft = ({ items, estimated_delivery }: DraftSource): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id, quantity }) => [id, String(quantity)])),
  removed: [],
  delivery: estimated_delivery,
})

export const areDraftsEqual = (first: OrderDraft, second: OrderDraft): boolean => JSON.stringify(first) === JSON.stringify(second)

/** A whole number of at least 1; null for anything else that was typed. */
export function parseOrderQuantity(text: string | undefined): number | null {
  const typed = text?.trim() ?? ''
  const quantity = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return quantity >= 1 && quantity <= MAX_LINE_QUANTITY ? quantity : null
}

export const remainingItems = <Item extends { id: string }>(items: readonly Item[], { removed }: OrderDraft): Item[] =>
  items.filter(({ id }) => !removed.includes(id))

/** The sum of the subtotals that stay, in pounds; null while a quantity is none. */
export function draftTotal({ items }: Pick<BaseOrder, 'items'>, draft: OrderDraft): number | null {
  const subtotals = remainingItems(items, draft).map(({ id, price }) => {
    const quantity = parseOrderQuantity(draft.quantities[id])
    return quantity === null ? null : lineSubtotal(price, quantity)
  })
  return subtotals.includes(null) ? null : sumPounds(subtotals as number[])
}

/** What was typed stays; fields that were left as they stood take what somebody else put there meanwhile. */
export function mergeOrderDraft(draft: OrderDraft, seen: DraftSource, now: DraftSource): OrderDraft {
  const [before, after] = [toOrderDraft(seen), toOrderDraft(now)]
  const quantities = Object.entries(after.quantities).map(([id, quantity]) => {
    const typed = draft.quantities[id]
    return [id, typed === undefined || typed === before.quantities[id] ? quantity : typed]
  })
  return {
    quantities: Object.fromEntries(quantities),
    removed: draft.removed.filter((id) => id in after.quantities),
    delivery: draft.delivery === before.delivery ? after.delivery : draft.delivery,
  }
}

type ComparableOrder = Pick<BaseOrder, 'status' | 'estimated_delivery'> & { items: Pick<BaseOrder['items'][number], 'id' | 'product_name' | 'quantity'>[] }

/** What changed between the order as it was seen and as it is now, with both values. */
export function listOrderDifferences(seen: ComparableOrder, now: ComparableOrder): OrderDifference[] {
  const items = seen.items.flatMap(({ id, product_name, quantity }) => {
    const currentItem = now.items.find((item) => item.id === id)
    if (currentItem?.quantity === quantity) return []
    return [{ what: product_name, seen: String(quantity), now: currentItem ? String(currentItem.quantity) : 'removed' }]
  })
  const status = { what: 'Status', seen: orderStatusLabels[seen.status], now: orderStatusLabels[now.status] }
  const delivery = { what: 'Expected delivery', seen: formatDay(seen.estimated_delivery), now: formatDay(now.estimated_delivery) }
  return [status, ...items, delivery].filter((line) => line.seen !== line.now)
}
