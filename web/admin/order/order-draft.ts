import { formatDay } from '#shop/dates/dates.ts'
import { orderStatusNames } from '#shop/orders/order-labels.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { OrderDetail, OrderItem } from '#shop/orders/order.ts'
import { LINE_QUANTITY_MAX } from '#shop/constants.ts'

/** The order as it stood when its editing began; what is typed is compared with it, and with what it is by then. */
export type EditBase = Pick<OrderDetail, 'id' | 'version' | 'status' | 'created_at' | 'estimated_delivery'> & {
  items: Pick<OrderItem, 'id' | 'product_name' | 'net_weight' | 'quantity' | 'price'>[]
}

/** What stands in the fields of the edit form, as it was typed. */
export type OrderDraft = { quantities: Record<string, string>; removed: readonly string[]; delivery: string }

/** One thing that somebody else changed, with both values. */
export type Difference = { what: string; seen: string; now: string }

export const quantityField = (itemId: string) => `quantity-${itemId}`
export const removeField = (itemId: string) => `remove-${itemId}`

export function baseOf({ id, version, status, created_at, estimated_delivery, items }: EditBase): EditBase {
  const kept = items.map((item) => ({
    id: item.id,
    product_name: item.product_name,
    net_weight: item.net_weight,
    quantity: item.quantity,
    price: item.price,
  }))
  return { id, version, status, created_at, estimated_delivery, items: kept }
}

/** What a draft can be compared with: the fields that the form has. */
type Fields = { estimated_delivery: string; items: readonly { id: string; quantity: number }[] }

export const draftOf = ({ items, estimated_delivery }: Fields): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id, quantity }) => [id, String(quantity)])),
  removed: [],
  delivery: estimated_delivery,
})

export const isSameDraft = (one: OrderDraft, other: OrderDraft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** §5: a whole number of at least 1; null for anything else that was typed. */
export function typedQuantity(text: string | undefined): number | null {
  const typed = text?.trim() ?? ''
  const quantity = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return quantity >= 1 && quantity <= LINE_QUANTITY_MAX ? quantity : null
}

export const keptItems = <Item extends { id: string }>(items: readonly Item[], { removed }: OrderDraft): Item[] =>
  items.filter(({ id }) => !removed.includes(id))

/** §5: the sum of the subtotals that stay, in pounds; null while a quantity is none. */
export function draftTotal({ items }: Pick<EditBase, 'items'>, draft: OrderDraft): number | null {
  const subtotals = keptItems(items, draft).map(({ id, price }) => {
    const quantity = typedQuantity(draft.quantities[id])
    return quantity === null ? null : lineSubtotal(price, quantity)
  })
  return subtotals.includes(null) ? null : sumPounds(subtotals as number[])
}

/** What was typed stays; fields that were left as they stood take what somebody else put there meanwhile. */
export function carryOver(draft: OrderDraft, seen: Fields, now: Fields): OrderDraft {
  const [before, after] = [draftOf(seen), draftOf(now)]
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

type Seen = Pick<EditBase, 'status' | 'estimated_delivery'> & { items: Pick<EditBase['items'][number], 'id' | 'product_name' | 'quantity'>[] }

/** What changed between the order as it was seen and as it is now, with both values (B29). */
export function differences(seen: Seen, now: Seen): Difference[] {
  const items = seen.items.flatMap(({ id, product_name, quantity }) => {
    const today = now.items.find((item) => item.id === id)
    if (today?.quantity === quantity) return []
    return [{ what: product_name, seen: String(quantity), now: today ? String(today.quantity) : 'removed' }]
  })
  const status = { what: 'Status', seen: orderStatusNames[seen.status], now: orderStatusNames[now.status] }
  const delivery = { what: 'Expected delivery', seen: formatDay(seen.estimated_delivery), now: formatDay(now.estimated_delivery) }
  return [status, ...items, delivery].filter((line) => line.seen !== line.now)
}
