import { formatDay } from '#shop/dates/dates.ts'
import { deliveryCharge } from '#shop/delivery/delivery-rates.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import { addressFieldLabels, orderDetailEditMessages } from '#features/orders/order-details-messages.ts'
import {
  EDITED_ADDRESS_FIELDS,
  type EditedAddress,
  type OrderDetail,
  type OrderItem,
} from '#features/orders/order.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'

type DeliveryRateField = 'delivery_rate' | 'delivery_free_over'
export type BaseOrder = Pick<
  OrderDetail,
  'id' | 'version' | 'status' | 'created_at' | 'estimated_delivery' | DeliveryRateField
> & {
  items: Pick<OrderItem, 'id' | 'product_id' | 'product_name' | 'net_weight' | 'quantity' | 'price'>[]
  shipping_address: EditedAddress
}

/** A product to add; the draft has its quantity under the product ID. */
export type AddedItem = Pick<OrderItem, 'product_id' | 'product_name' | 'net_weight' | 'price'>

export type OrderDraft = {
  /** By item ID, or by product ID for an added product. */
  quantities: Record<string, string>
  removed: readonly string[]
  delivery: string
  address: EditedAddress
  added: readonly AddedItem[]
}

export type OrderDifference = { what: string; seen: string; now: string }

export const quantityField = (itemId: string) => `quantity-${itemId}`
export const removedField = (itemId: string) => `remove-${itemId}`

export function toBaseOrder({
  id,
  version,
  status,
  created_at,
  estimated_delivery,
  delivery_rate,
  delivery_free_over,
  items,
  shipping_address,
}: BaseOrder): BaseOrder {
  const baseItems = items.map((item) => ({
    id: item.id,
    product_id: item.product_id,
    product_name: item.product_name,
    net_weight: item.net_weight,
    quantity: item.quantity,
    price: item.price,
  }))
  return {
    id,
    version,
    status,
    created_at,
    estimated_delivery,
    delivery_rate,
    delivery_free_over,
    items: baseItems,
    shipping_address: toEditedAddress(shipping_address),
  }
}

const toEditedAddress = (address: EditedAddress): EditedAddress => ({
  full_name: address.full_name,
  phone: address.phone,
  address: address.address,
  post_code: address.post_code,
  city: address.city,
})

type DraftSource = Pick<BaseOrder, 'estimated_delivery' | 'shipping_address'> & {
  items: readonly { id: string; quantity: number }[]
}

export const toOrderDraft = ({ items, estimated_delivery, shipping_address }: DraftSource): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id, quantity }) => [id, String(quantity)])),
  removed: [],
  delivery: estimated_delivery,
  address: toEditedAddress(shipping_address),
  added: [],
})

export const addToDraft = (draft: OrderDraft, item: AddedItem): OrderDraft =>
  draft.added.some(({ product_id }) => product_id === item.product_id)
    ? draft
    : { ...draft, added: [...draft.added, item], quantities: { ...draft.quantities, [item.product_id]: '1' } }

export function removeFromDraft(draft: OrderDraft, productId: string): OrderDraft {
  const { [productId]: _quantity, ...quantities } = draft.quantities
  return { ...draft, quantities, added: draft.added.filter(({ product_id }) => product_id !== productId) }
}

export const isAddressChanged = (draft: OrderDraft, base: Pick<BaseOrder, 'shipping_address'>): boolean =>
  EDITED_ADDRESS_FIELDS.some((field) => draft.address[field] !== base.shipping_address[field])

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

/** In pounds; the delivery charge uses the agreed rates. Null while a quantity is invalid. */
export function draftTotals(
  { items, delivery_rate, delivery_free_over }: Pick<BaseOrder, 'items' | DeliveryRateField>,
  draft: OrderDraft,
): { charge: number; total: number } | null {
  const added = draft.added.map(({ product_id: id, price }) => ({ id, price }))
  const subtotals = [...remainingItems(items, draft), ...added].map(({ id, price }) => {
    const quantity = parseOrderQuantity(draft.quantities[id])
    return quantity === null ? null : lineSubtotal(price, quantity)
  })
  if (subtotals.includes(null)) return null
  const itemsTotal = sumPounds(subtotals as number[])
  const charge = deliveryCharge(itemsTotal, delivery_rate, delivery_free_over)
  return { charge, total: sumPounds([itemsTotal, charge]) }
}

/** Three-way merge: edited values are kept, other fields take the current value. */
export function mergeOrderDraft(
  draft: OrderDraft,
  base: DraftSource,
  current: Omit<DraftSource, 'items'> & {
    items: readonly { id: string; product_id: string; quantity: number }[]
  },
): OrderDraft {
  const [before, after] = [toOrderDraft(base), toOrderDraft(current)]
  const quantities = Object.entries(after.quantities).map(([id, quantity]) => {
    const draftQuantity = draft.quantities[id]
    return [
      id,
      draftQuantity === undefined || draftQuantity === before.quantities[id] ? quantity : draftQuantity,
    ]
  })
  const address = EDITED_ADDRESS_FIELDS.map((field) => [
    field,
    draft.address[field] === before.address[field] ? after.address[field] : draft.address[field],
  ])
  const added = draft.added.filter(
    ({ product_id }) => !current.items.some((item) => item.product_id === product_id),
  )
  for (const { product_id } of added) quantities.push([product_id, draft.quantities[product_id] ?? ''])
  return {
    address: Object.fromEntries(address) as EditedAddress,
    added,
    quantities: Object.fromEntries(quantities) as Record<string, string>,
    removed: draft.removed.filter((id) => id in after.quantities),
    delivery: draft.delivery === before.delivery ? after.delivery : draft.delivery,
  }
}

type ComparableOrder = Pick<BaseOrder, 'status' | 'estimated_delivery' | 'shipping_address'> & {
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
  const newItems = now.items
    .filter(({ id }) => !seen.items.some((item) => item.id === id))
    .map(({ product_name, quantity }) => ({
      what: product_name,
      seen: orderDetailEditMessages.notInOrder,
      now: String(quantity),
    }))
  const address = EDITED_ADDRESS_FIELDS.map((field) => ({
    what: addressFieldLabels[field],
    seen: seen.shipping_address[field],
    now: now.shipping_address[field],
  }))
  const status = { what: 'Status', seen: orderStatusLabels[seen.status], now: orderStatusLabels[now.status] }
  const delivery = {
    what: 'Expected delivery',
    seen: formatDay(seen.estimated_delivery),
    now: formatDay(now.estimated_delivery),
  }
  return [status, ...items, ...newItems, ...address, delivery].filter((line) => line.seen !== line.now)
}
