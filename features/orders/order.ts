import { SHORT_ID_LENGTH, type PaymentMethod } from '#shop/constants.ts'
import type { DeliveryService, OrderDelivery } from '#shop/delivery/delivery-rates.ts'
import type { PackedBatch } from '#features/stock/batches/describe-packed-batch.ts'
import type { OrderStatus } from './order-status.ts'
import type { CarrierCode, TrackedOrder } from './tracking/carriers.ts'
import type { DoorPayment, RecordedPayment, RecordedRefund, Refund, RefundDetail } from './refunds/refund.ts'
import type { Picture } from '#features/catalogue/products/product.ts'

export type ShippingAddress = {
  full_name: string
  phone: string
  address: string
  post_code: string
  city: string
  country: string
  email?: string
}

/** The fields that administrators may change until an order is shipped; the country cannot change. */
export const EDITED_ADDRESS_FIELDS = ['full_name', 'phone', 'address', 'post_code', 'city'] as const
export type EditedAddressField = (typeof EDITED_ADDRESS_FIELDS)[number]
export type EditedAddress = Record<EditedAddressField, string>

/** A copy from the time of the order; the product may have changed since. */
export type OrderItem = {
  id: string
  product_id: string
  product_name: string
  net_weight: string | null
  allergy_advice: string | null
  quantity: number
  price: number
  subtotal: number
  /** The product's slug while it is active. */
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
    /** How the order was paid at the door; null: not recorded yet. */
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
  /** The number of units of all items. */
  item_count: number
  has_notes: boolean
  /** The order is still to be sent and contains recalled units. */
  has_recalled: boolean
}

type OrderEventFields = {
  id: number
  at: string
  actor_kind: 'customer' | 'admin'
  /** The actor's name or email, if there is a profile. */
  actor_name: string | null
  from_status: OrderStatus | null
  to_status: OrderStatus | null
  reason: string | null
  /** An internal reason: not on customer pages, but in the customer's data export (CUSTOMERS-6). */
  note: string | null
  /** The shop's note to the customer. */
  customer_note: string | null
}

type OrderNote = { id: number; at: string; text: string; author_name: string | null; is_for_packers: boolean }

export type OrderEvent = OrderEventFields &
  (
    | { event: 'placed' | 'moved' | 'undone' | 'cancelled' | 'edited' | 'tracked'; details: OrderEdit | null }
    | { event: 'payment-recorded'; details: RecordedPayment | null }
    | { event: 'refunded'; details: RecordedRefund | null }
  )

/** What an 'edited' or 'tracked' event changed; unchanged parts may be missing. */
export type OrderEdit = {
  items?: { product_id: string; name: string; from: number; to: number }[]
  total_amount?: { from: number; to: number }
  delivery_charge?: { from: number; to: number }
  estimated_delivery?: { from: string; to: string }
  address?: Partial<Record<EditedAddressField, { from: string; to: string }>>
  tracking?: { from: TrackingDetails | null; to: TrackingDetails | null }
  /** Recalled units that were exchanged for units of these batches. */
  exchanged?: { name: string; quantity: number; batches?: PackedBatch[] }[]
}
export type TrackingDetails = { carrier: CarrierCode; tracking_number: string }

/** An order with its history, without internal notes. */
export type OrderReceipt = OrderSummary & {
  /** Order emails wait until the customer has verified the address. */
  is_address_verified: boolean
  history: Pick<OrderEvent, 'id' | 'at' | 'event' | 'actor_kind' | 'to_status' | 'customer_note'>[]
}

/** An order as the owner sees it. */
export type OrderDetail = Omit<OrderSummary, 'refunds'> & {
  user_id: string
  updated_at: string
  /** Sent back with an edit, to detect concurrent changes. */
  version: number
  profile: { full_name: string | null; email: string | null; phone: string | null } | null
  history: OrderEvent[]
  /** Tracking entries of a shipment that was undone. */
  undone_tracking: TrackingDetails | null
  /** Oldest first; packers get only the notes for packers. */
  notes: OrderNote[]
  refunds: RefundDetail[]
}

type WithoutAmounts<Order> = Omit<Order, 'total_amount'> & { total_amount: null }

/** An order for an administrator who may not see amounts of money. */
type UnpricedOrderRow = WithoutAmounts<OrderRow>
type UnpricedOrderItem = Omit<OrderItem, 'price' | 'subtotal'> & { price: null; subtotal: null }
type UnpricedOrderDetail = WithoutAmounts<Omit<OrderDetail, 'items' | AmountField>> &
  Record<AmountField, null> & { items: UnpricedOrderItem[] }
type AmountField = 'delivery_rate' | 'delivery_free_over' | 'delivery_charge'
export type AnyOrderRow = OrderRow | UnpricedOrderRow
export type AnyOrderDetail = OrderDetail | UnpricedOrderDetail

/** A list shows prices for all orders or for none. */
export const arePriced = (orders: readonly AnyOrderRow[]): orders is readonly OrderRow[] =>
  orders.every(({ total_amount }) => total_amount !== null)
export const isPriced = <Order extends AnyOrderRow | AnyOrderDetail>(
  order: Order,
): order is Extract<Order, { total_amount: number }> => order.total_amount !== null

export const shortId = (id: string): string => id.slice(0, SHORT_ID_LENGTH).toUpperCase()
