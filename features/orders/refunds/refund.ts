import { lineSubtotal, sumPounds } from '#shop/money/money.ts'

/** How an order was paid at the door; null in an order: not recorded yet. */
export const DOOR_PAYMENTS = ['cash', 'card', 'not-paid'] as const
export type DoorPayment = (typeof DOOR_PAYMENTS)[number]

export const REFUND_METHODS = ['cash', 'card', 'bank-transfer'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

type RefundLine = { order_item_id: string; quantity: number; amount: number }

/** The refund as customers see it. */
export type Refund = {
  id: string
  at: string
  amount: number
  /** The part for the delivery charge. */
  delivery_amount: number
  method: RefundMethod
  lines: RefundLine[]
}

/** The refund as the owner sees it; the reason is internal. */
export type RefundDetail = Refund & { reason: string; is_restocked: boolean }

/** Stored in order_history, with the names of the order. */
export type RecordedRefund = {
  amount: number
  delivery_amount?: number
  method: RefundMethod
  is_restocked: boolean
  items: { name: string; quantity: number; amount: number }[]
}
export type RecordedPayment = { from: DoorPayment | null; to: DoorPayment }

type RefundableOrder = {
  total_amount: number
  door_payment: DoorPayment | null
  actual_delivery: string | null
  refunds: readonly Refund[]
}

/** True even if the order was cancelled after its delivery. */
export const wasDelivered = ({ actual_delivery }: Pick<RefundableOrder, 'actual_delivery'>): boolean =>
  actual_delivery !== null

export const refundedAmount = ({ refunds }: Pick<RefundableOrder, 'refunds'>): number =>
  sumPounds(refunds.map(({ amount }) => amount))

/** What the customer has paid after all refunds. */
export const totalAfterRefunds = (order: Pick<RefundableOrder, 'total_amount' | 'refunds'>): number =>
  sumPounds([order.total_amount, -refundedAmount(order)])

/** What can still be refunded, in pounds; while no payment is recorded, as if the total had been paid. */
export const refundableAmount = (
  order: Pick<RefundableOrder, 'total_amount' | 'door_payment' | 'refunds'>,
): number => (order.door_payment === 'not-paid' ? 0 : totalAfterRefunds(order))

/** True for a delivered order that may have been paid, while any amount remains. */
export const isRefundable = (order: RefundableOrder): boolean =>
  wasDelivered(order) && refundableAmount(order) > 0

export function refundableQuantity(
  { id, quantity }: { id: string; quantity: number },
  refunds: readonly Refund[],
): number {
  const lines = refunds.flatMap((refund) => refund.lines).filter((line) => line.order_item_id === id)
  return lines.reduce((remaining, line) => remaining - line.quantity, quantity)
}

/** The part of a refund besides its lines and the delivery charge: positive for a free amount, negative after an earlier one. */
export const freeAmount = ({
  amount,
  delivery_amount = 0,
  lines,
}: {
  amount: number
  delivery_amount?: number
  lines: readonly { amount: number }[]
}) => sumPounds([amount, -delivery_amount, ...lines.map((line) => -line.amount)])

/** The part of the delivery charge that can still be refunded. */
export const refundableDelivery = ({
  delivery_charge,
  refunds,
}: {
  delivery_charge: number
  refunds: readonly Refund[]
}): number => sumPounds([delivery_charge, ...refunds.map(({ delivery_amount }) => -delivery_amount)])

type RefundableItem = { id: string; price: number; remaining: number }

type RefundChoice = { quantities: Readonly<Record<string, number>>; hasDelivery: boolean; free: number }
type RefundableParts = { items: readonly RefundableItem[]; delivery: number; remaining: number }

/** All remaining units, the delivery and no free amount: the rest is refunded, which may be less than they cost. */
export const isWholeRefund = (
  { items, delivery }: Omit<RefundableParts, 'remaining'>,
  { quantities, hasDelivery, free }: RefundChoice,
): boolean =>
  free === 0 &&
  (hasDelivery || delivery === 0) &&
  (delivery > 0 || items.some(({ remaining }) => remaining > 0)) &&
  items.every(({ id, remaining }) => (quantities[id] ?? 0) === remaining)

/** In pounds; the same calculation as refund_order(). */
export function refundAmount(parts: RefundableParts, choice: RefundChoice): number {
  if (isWholeRefund(parts, choice)) return parts.remaining
  const { quantities, hasDelivery, free } = choice
  return sumPounds([
    ...parts.items.map(({ id, price }) => lineSubtotal(price, quantities[id] ?? 0)),
    hasDelivery ? parts.delivery : 0,
    free,
  ])
}
