import { SHORT_ID_LENGTH, TRACKER_STEPS, type OrderStatus, type PaymentMethod } from '#shop/constants.ts'
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

export type OrderSummary = {
  id: string
  status: OrderStatus
  payment_method: PaymentMethod
  total_amount: number
  shipping_address: ShippingAddress
  created_at: string
  estimated_delivery: string
  actual_delivery: string | null
  cancellation: Cancellation | null
  items: OrderItem[]
}

export type OrderRow = {
  id: string
  status: OrderStatus
  payment_method: PaymentMethod
  total_amount: number
  created_at: string
  estimated_delivery: string
  actual_delivery: string | null
  full_name: string
  email: string | null
  phone: string
  post_code: string
  city: string
  country: string
  /** Units of all items. */
  item_count: number
}

export type OrderEvent = {
  id: number
  at: string
  event: 'placed' | 'moved' | 'undone' | 'cancelled' | 'edited'
  actor_kind: 'customer' | 'admin'
  /** Name or email of the actor, if there is a profile. */
  actor_name: string | null
  from_status: OrderStatus | null
  to_status: OrderStatus | null
  reason: string | null
  /** Internal reason; customers never see it. */
  note: string | null
  /** The owner's note to the customer. */
  customer_note: string | null
  details: OrderEdit | null
}

export type OrderEdit = {
  items: { product_id: string; name: string; from: number; to: number }[]
  total_amount: { from: number; to: number }
  estimated_delivery: { from: string; to: string }
}

/** An order with its history, without internal notes. */
export type OrderReceipt = OrderSummary & {
  /** Order emails are held until the customer has verified their address. */
  is_address_verified: boolean
  history: Pick<OrderEvent, 'id' | 'at' | 'event' | 'actor_kind' | 'to_status' | 'customer_note'>[]
}

/** An order as displayed to the owner. */
export type OrderDetail = OrderSummary & {
  user_id: string
  updated_at: string
  /** Sent back with an edit, to detect concurrent changes. */
  version: number
  profile: { full_name: string | null; email: string | null; phone: string | null } | null
  history: OrderEvent[]
}

export const NEXT_STATUS = {
  pending: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
} as const satisfies Record<OrderStatus, OrderStatus | null>

const NEXT_STATUS_LABELS = { processing: 'Process', shipped: 'Ship', delivered: 'Mark Delivered' } as const

/** The next status with its button label; null if there is none. */
export function nextStatusAction(status: OrderStatus) {
  const to = NEXT_STATUS[status]
  return to && { to, label: NEXT_STATUS_LABELS[to] }
}

export type CancelContext = 'customer' | 'list' | 'detail'
/** 'phone-us': the order has been shipped, so the shopper sees the phone number. */
export type CancelPermission = 'yes' | 'phone-us' | 'no'

const CANCEL_PERMISSIONS = {
  customer: { pending: 'yes', processing: 'yes', shipped: 'phone-us', delivered: 'no', cancelled: 'no' },
  list: { pending: 'yes', processing: 'yes', shipped: 'yes', delivered: 'no', cancelled: 'no' },
  // Only the order page allows cancelling a delivered order.
  detail: { pending: 'yes', processing: 'yes', shipped: 'yes', delivered: 'yes', cancelled: 'no' },
} as const satisfies Record<CancelContext, Record<OrderStatus, CancelPermission>>

export const cancelPermission = (screen: CancelContext, status: OrderStatus): CancelPermission =>
  CANCEL_PERMISSIONS[screen][status]

/** Items and delivery estimate can be edited until the order is delivered or cancelled. */
export const isOrderEditable = (status: OrderStatus): boolean =>
  status !== 'delivered' && status !== 'cancelled'

export function trackerSteps(status: OrderStatus) {
  const currentIndex = TRACKER_STEPS.indexOf(status as (typeof TRACKER_STEPS)[number])
  if (currentIndex < 0) return []
  return TRACKER_STEPS.map((name, index) => ({
    name,
    isDone: index <= currentIndex,
    isCurrent: index === currentIndex,
  }))
}

export const showsExpectedDelivery = (status: OrderStatus): boolean => isOrderEditable(status)

export const shortId = (id: string): string => id.slice(0, SHORT_ID_LENGTH).toUpperCase()

export { dispatchCountdown, type DispatchCountdown } from './dispatch/dispatch-countdown.ts'
