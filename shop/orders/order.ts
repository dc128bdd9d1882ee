import { SHORT_ID_LENGTH, type PaymentMethod } from '#shop/constants.ts'
import type { DeliveryService, OrderDelivery } from '#shop/delivery/delivery-rates.ts'
import type { PackedBatch } from '#shop/stock/batch-changes/describe-packed-batch.ts'
import type { OrderStatus } from './order-status.ts'
import type { CarrierCode, TrackedOrder } from './tracking/carriers.ts'
import type { DoorPayment, RecordedPayment, RecordedRefund, Refund, RefundDetail } from './refunds/refund.ts'
import type { Picture } from '#shop/catalogue/products/product.ts'

export type ShippingAddress = {
  full_name: string
  phone: string
  address: string
  post_code: string
  city: string
  country: string
  email?: string
}

/** The fields that administrators change until an order is shipped; the country stays. */
export const EDITED_ADDRESS_FIELDS = ['full_name', 'phone', 'address', 'post_code', 'city'] as const
export type EditedAddressField = (typeof EDITED_ADDRESS_FIELDS)[number]
export type EditedAddress = Record<EditedAddressField, string>

/** A copy at the time of the order: the product may have changed since. */
export type OrderItem = {
  id: string
  product_id: string
  product_name: string
  net_weight: string | null
  allergy_advice: string | null
  quantity: number
  price: number
  subtotal: number
  /** Slug of the product while it is active. */
  slug: string | null
  picture: Picture | null
}

/** Who cancelled an order, and the shop's note to its customer. */
type Cancellation = {
  at: string
  reason: string
  actor_kind: 'customer' | 'admin'
  customer_note: string | null
}

export type OrderSummary = TrackedOrder &
  OrderDelivery & {
    id: string
    status: OrderStatus
    payment_method: PaymentMethod
    total_amount: number
    shipping_address: ShippingAddress
    created_at: string
    estimated_delivery: string
    actual_delivery: string | null
    dispatch_day: string | null
    cancellation: Cancellation | null
    items: OrderItem[]
    /** How it was paid at the door; null: not recorded yet. */
    door_payment: DoorPayment | null
    refunds: Refund[]
  }

export type OrderRow = {
  id: string
  status: OrderStatus
  payment_method: PaymentMethod
  total_amount: number
  created_at: string
  estimated_delivery: string
  actual_delivery: string | null
  delivery_service: DeliveryService
  /** The London day on which an express order is sent. */
  dispatch_day: string | null
  full_name: string
  email: string | null
  phone: string
  post_code: string
  city: string
  country: string
  /** Units of all items. */
  item_count: number
  has_notes: boolean
  /** Waits to be sent and holds pieces that must not be. */
  has_recalled: boolean
}

type OrderEventFields = {
  id: number
  at: string
  actor_kind: 'customer' | 'admin'
  /** Name or email of the actor, if there is a profile. */
  actor_name: string | null
  from_status: OrderStatus | null
  to_status: OrderStatus | null
  reason: string | null
  /** Internal reason: on no page of customers, but in their data (CUSTOMERS-6). */
  note: string | null
  /** The owner's note to the customer. */
  customer_note: string | null
}

type OrderNote = { id: number; at: string; text: string; author_name: string | null; is_for_packers: boolean }

export type OrderEvent = OrderEventFields &
  (
    | { event: 'placed' | 'moved' | 'undone' | 'cancelled' | 'edited' | 'tracked'; details: OrderEdit | null }
    | { event: 'payment-recorded'; details: RecordedPayment | null }
    | { event: 'refunded'; details: RecordedRefund | null }
  )

/** What an event 'edited' or 'tracked' changed; a part that it did not touch may be missing. */
export type OrderEdit = {
  items?: { product_id: string; name: string; from: number; to: number }[]
  total_amount?: { from: number; to: number }
  delivery_charge?: { from: number; to: number }
  estimated_delivery?: { from: string; to: string }
  address?: Partial<Record<EditedAddressField, { from: string; to: string }>>
  tracking?: { from: TrackingDetails | null; to: TrackingDetails | null }
  /** Recalled pieces that were exchanged for others, of these batches. */
  exchanged?: { name: string; quantity: number; batches?: PackedBatch[] }[]
}
export type TrackingDetails = { carrier: CarrierCode; tracking_number: string }

/** An order with its history, without internal notes. */
export type OrderReceipt = OrderSummary & {
  /** Order emails are held until the customer has verified their address. */
  is_address_verified: boolean
  history: Pick<OrderEvent, 'id' | 'at' | 'event' | 'actor_kind' | 'to_status' | 'customer_note'>[]
}

/** An order as displayed to the owner. */
export type OrderDetail = Omit<OrderSummary, 'refunds'> & {
  user_id: string
  updated_at: string
  /** Sent back with an edit, to detect concurrent changes. */
  version: number
  profile: { full_name: string | null; email: string | null; phone: string | null } | null
  history: OrderEvent[]
  /** What was typed for a step to shipped that has been undone. */
  undone_tracking: TrackingDetails | null
  /** Oldest first; for administrators alone, and for packers those that are for them. */
  notes: OrderNote[]
  refunds: RefundDetail[]
}

type WithoutAmounts<Order> = Omit<Order, 'total_amount'> & { total_amount: null }

/** An order for an administrator who may not read amounts of money. */
type UnpricedOrderRow = WithoutAmounts<OrderRow>
type UnpricedOrderItem = Omit<OrderItem, 'price' | 'subtotal'> & { price: null; subtotal: null }
type UnpricedOrderDetail = WithoutAmounts<Omit<OrderDetail, 'items' | AmountField>> &
  Record<AmountField, null> & { items: UnpricedOrderItem[] }
type AmountField = 'delivery_rate' | 'delivery_free_over' | 'delivery_charge'
export type AnyOrderRow = OrderRow | UnpricedOrderRow
export type AnyOrderDetail = OrderDetail | UnpricedOrderDetail

/** All rows of a list are priced, or none. */
export const arePriced = (orders: readonly AnyOrderRow[]): orders is readonly OrderRow[] =>
  orders.every(({ total_amount }) => total_amount !== null)
export const isPriced = <Order extends AnyOrderRow | AnyOrderDetail>(
  order: Order,
): order is Extract<Order, { total_amount: number }> => order.total_amount !== null

export const shortId = (id: string): string => id.slice(0, SHORT_ID_LENGTH).toUpperCase()

export { dispatchCountdown, type DispatchCountdown } from './dispatch/dispatch-countdown.ts'
