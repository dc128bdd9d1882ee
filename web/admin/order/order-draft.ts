import { formatDay } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#shop/orders/order-status.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { OrderDetail, OrderItem } from '#shop/orders/order.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'

export type BaseOrder = Pick<
  OrderDetail,
  'id' | 'version' | 'status' | 'created_at' | 'estimated_delivery'
> & { items: Pick<OrderItem, 'id' | 'product_name' | 'net_weight' | 'quantity' | 'price'>[] }

export type OrderDraft = { quantities: Record<string, string>; removed: readonly string[]; delivery: string }

export type OrderDifference = { what: string; seen: string; now: string }

export const quantityField = (itemId: string) => `quantity-${itemId}`
export const removedField = (itemId: string) => `remove-${itemId}`

export function toBaseOrder({
  id,
  version,
  status,
  created_at,
  estimated_delivery,
  items,
}: BaseOrder): BaseOrder {
  const baseItems = items.map((item) => ({
    id: item.id,
    product_name: item.product_name,
    net_weight: item.net_weight,
    quantity: item.quantity,
    price: item.price,
  }))
  return { id, version, status, created_at, estimated_delivery, items: baseItems }
}

type DraftSource = { estimated_delivery: string; items: readonly { id: string; quantity: number }[] }

export const toOrderDraft = ({ items, estimated_delivery }: DraftSource): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id, quantity }) => [id, String(quantity)])),
  removed: [],
  delivery: estimated_delivery,
})

export const areDraftsEqual = (first: OrderDraft, second: OrderDraft): boolean =>
  JSON.stringify(first) === JSON.stringify(second)

export function parseOrderQuantity(text: string | undefined): number | null {
  const trimmedText = text?.trim() ?? ''
  const quantity = /^\d{1,4}$/.test(trimmedText) ? Number(trimmedText) : 0
  return quantity >= 1 && quantity <= MAX_LINE_QUANTITY ? quantity : null
}

export const remainingItems = <Item extends { id: string }>(
  items: readonly Item[],
  { removed }: OrderDraft,
): Item[] => items.filter(({ id }) => !removed.includes(id))

export function draftTotal({ items }: Pick<BaseOrder, 'items'>, draft: OrderDraft): number | null {
  const subtotals = remainingItems(items, draft).map(({ id, price }) => {
    const quantity = parseOrderQuantity(draft.quantities[id])
    return quantity === null ? null : lineSubtotal(price, quantity)
  })
  return subtotals.includes(null) ? null : sumPounds(subtotals as number[])
}

/** Three-way merge: edited values are kept, other fields take the current value. */
export function mergeOrderDraft(draft: OrderDraft, base: DraftSource, current: DraftSource): OrderDraft {
  const [before, after] = [toOrderDraft(base), toOrderDraft(current)]
  const quantities = Object.entries(after.quantities).map(([id, quantity]) => {
    const draftQuantity = draft.quantities[id]
    return [
      id,
      draftQuantity === undefined || draftQuantity === before.quantities[id] ? quantity : draftQuantity,
    ]
  })
  return {
    quantities: Object.fromEntries(quantities),
    removed: draft.removed.filter((id) => id in after.quantities),
    delivery: draft.delivery === before.delivery ? after.delivery : draft.delivery,
  }
}

type ComparableOrder = Pick<BaseOrder, 'status' | 'estimated_delivery'> & {
  items: Pick<BaseOrder['items'][number], 'id' | 'product_name' | 'quantity'>[]
}

export function listOrderDifferences(seen: ComparableOrder, now: ComparableOrder): OrderDifference[] {
  const items = seen.items.flatMap(({ id, product_name, quantity }) => {
    const currentItem = now.items.find((item) => item.id === id)
    if (currentItem?.quantity === quantity) return []
    return [
      {
        what: product_name,
        seen: String(quantity),
        now: currentItem ? String(currentItem.quantity) : 'removed',
      },
    ]
  })
  const status = { what: 'Status', seen: orderStatusLabels[seen.status], now: orderStatusLabels[now.status] }
  const delivery = {
    what: 'Expected delivery',
    seen: formatDay(seen.estimated_delivery),
    now: formatDay(now.estimated_delivery),
  }
  return [status, ...items, delivery].filter((line) => line.seen !== line.now)
}
