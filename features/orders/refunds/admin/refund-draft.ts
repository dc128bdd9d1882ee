import type { OrderDetail } from '#features/orders/order.ts'
import {
  isWholeRefund,
  refundableAmount,
  refundableDelivery,
  refundableQuantity,
  refundAmount,
  type DoorPayment,
} from '#features/orders/refunds/refund.ts'

/** The order on which the form is based; `key` is the idempotency key of its refund. */
export type RefundBase = {
  key: string
  version: number
  door_payment: DoorPayment | null
  remaining: number
  /** The part of the delivery charge that is not refunded yet. */
  delivery: number
  items: { id: string; product_name: string; price: number; remaining: number }[]
}

/** The owner's entries. */
export type RefundDraft = {
  quantities: Record<string, string>
  hasDelivery: boolean
  free: string
  reason: string
  method: string
  isRestocked: boolean
  payment: string
}

export const refundQuantityField = (itemId: string) => `refund-quantity-${itemId}`

export const toRefundBase = (order: OrderDetail, key: string): RefundBase => ({
  key,
  version: order.version,
  door_payment: order.door_payment,
  remaining: refundableAmount(order),
  delivery: refundableDelivery(order),
  items: order.items.map((item) => ({
    id: item.id,
    product_name: item.product_name,
    price: item.price,
    remaining: refundableQuantity(item, order.refunds),
  })),
})

export const emptyRefundDraft: RefundDraft = {
  quantities: {},
  hasDelivery: false,
  free: '',
  reason: '',
  method: '',
  isRestocked: false,
  payment: '',
}

export const wholeRefundDraft = ({ items, delivery }: RefundBase, draft: RefundDraft): RefundDraft => ({
  ...draft,
  free: '',
  hasDelivery: delivery > 0,
  quantities: Object.fromEntries(
    items.filter(({ remaining }) => remaining > 0).map(({ id, remaining }) => [id, String(remaining)]),
  ),
})

/** The field at which an excessive refund is marked; null if it is for delivery only. */
export function refundAmountField({
  free,
  quantities,
}: Pick<RefundDraft, 'free' | 'quantities'>): string | null {
  if ((parseFreeAmount(free) ?? 0) > 0) return 'free_amount'
  const [itemId] = Object.entries(quantities).find(([, quantity]) => Number(quantity) > 0) ?? []
  return itemId === undefined ? null : refundQuantityField(itemId)
}

/** Null if it is not a whole number from 0 to `remaining`; empty is 0. */
export function parseRefundQuantity(text: string | undefined, remaining: number): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return 0
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= remaining ? Number(trimmed) : null
}

/** Pounds with at most two decimals; empty is 0. */
export function parseFreeAmount(text: string): number | null {
  const trimmed = text.trim().replace(/^£\s*/, '')
  if (trimmed === '') return 0
  return /^\d{1,7}(\.\d{1,2})?$/.test(trimmed) ? Number(trimmed) : null
}

export type ParsedRefund = {
  quantities: Record<string, number>
  free: number
  hasDelivery: boolean
  isWhole: boolean
  amount: number
}

/** Null while a quantity or the goodwill amount is invalid. */
export function parseRefundDraft(base: RefundBase, draft: RefundDraft): ParsedRefund | null {
  const quantities: Record<string, number> = {}
  for (const { id, remaining } of base.items) {
    const quantity = parseRefundQuantity(draft.quantities[id], remaining)
    if (quantity === null) return null
    if (quantity > 0) quantities[id] = quantity
  }
  const free = parseFreeAmount(draft.free)
  if (free === null) return null
  const hasDelivery = draft.hasDelivery && base.delivery > 0
  const choice = { quantities, hasDelivery, free }
  return { ...choice, isWhole: isWholeRefund(base, choice), amount: refundAmount(base, choice) }
}
