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

/** What was sold, as it stood on that day: the product may have another name or advice since. */
export type OrderItem = {
  id: string
  product_id: string
  product_name: string
  net_weight: string | null
  allergy_advice: string | null
  quantity: number
  price: number
  subtotal: number
  /** The product's page, while it is on sale. */
  slug: string | null
  picture: Picture | null
}

/** Who cancelled an order, and what the shop wrote for its customer. */
export type Cancellation = { at: string; reason: string; actor_kind: 'customer' | 'admin'; customer_note: string | null }

/** An order as its customer sees it. */
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

/** A line of the owner's order list. */
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
  /** Pieces, over all items. */
  item_count: number
}

export type OrderEvent = {
  id: number
  at: string
  event: 'placed' | 'moved' | 'undone' | 'cancelled' | 'edited'
  actor_kind: 'customer' | 'admin'
  /** The name or e-mail of who did it, where there is a profile. */
  actor_name: string | null
  from_status: OrderStatus | null
  to_status: OrderStatus | null
  reason: string | null
  /** What the owner typed when cancelling; customers never see it. */
  note: string | null
  /** What the owner wrote for the customer when cancelling. */
  customer_note: string | null
  details: OrderEdit | null
}

export type OrderEdit = {
  items: { product_id: string; name: string; from: number; to: number }[]
  total_amount: { from: number; to: number }
  estimated_delivery: { from: string; to: string }
}

/** An order as its customer keeps it: what happened to it as well, but for what the shop notes for itself. */
export type OrderReceipt = OrderSummary & {
  /** Whether its customer has confirmed their address: until then mails about orders wait. */
  is_address_verified: boolean
  history: Pick<OrderEvent, 'id' | 'at' | 'event' | 'actor_kind' | 'to_status' | 'customer_note'>[]
}

/** An order as the owner sees it. */
export type OrderDetail = OrderSummary & {
  user_id: string
  updated_at: string
  /** Handed back with an edit, so that nobody overwrites a change they have not seen. */
  version: number
  profile: { full_name: string | null; email: string | null; phone: string | null } | null
  history: OrderEvent[]
}

/** The one step that each status can take forward; cancelling is a matter of its own. */
export const NEXT_STATUS = {
  pending: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
} as const satisfies Record<OrderStatus, OrderStatus | null>

const NEXT_STATUS_LABELS = { processing: 'Process', shipped: 'Ship', delivered: 'Mark Delivered' } as const

/** The step forward an owner is offered, with the label of its button; null where the way ends. */
export function nextStatusAction(status: OrderStatus) {
  const to = NEXT_STATUS[status]
  return to && { to, label: NEXT_STATUS_LABELS[to] }
}

/** The three places an order is cancelled from. */
export type CancelContext = 'customer' | 'list' | 'detail'
/** 'phone-us': the goods are on their way, so the shopper is given the shop's number instead. */
export type CancelPermission = 'yes' | 'phone-us' | 'no'

const CANCEL_PERMISSIONS = {
  customer: { pending: 'yes', processing: 'yes', shipped: 'phone-us', delivered: 'no', cancelled: 'no' },
  list: { pending: 'yes', processing: 'yes', shipped: 'yes', delivered: 'no', cancelled: 'no' },
  // Staff may still cancel a delivered order from its own page, but not from the list.
  detail: { pending: 'yes', processing: 'yes', shipped: 'yes', delivered: 'yes', cancelled: 'no' },
} as const satisfies Record<CancelContext, Record<OrderStatus, CancelPermission>>

export const cancelPermission = (screen: CancelContext, status: OrderStatus): CancelPermission => CANCEL_PERMISSIONS[screen][status]

/** Items and the estimate can be changed until the order has arrived or is cancelled. */
export const isOrderEditable = (status: OrderStatus): boolean => status !== 'delivered' && status !== 'cancelled'

/** The four steps with how far the order has come; a cancelled order has no tracker. */
export function trackerSteps(status: OrderStatus) {
  const currentIndex = TRACKER_STEPS.indexOf(status as (typeof TRACKER_STEPS)[number])
  if (currentIndex < 0) return []
  return TRACKER_STEPS.map((name, index) => ({ name, isDone: index <= currentIndex, isCurrent: index === currentIndex }))
}

/** The expected day is shown until the goods are there, or will not come. */
export const showsExpectedDelivery = (status: OrderStatus): boolean => isOrderEditable(status)

/** The first 8 characters of the id, uppercased. */
export const shortId = (id: string): string => id.slice(0, SHORT_ID_LENGTH).toUpperCase()

export { dispatchCountdown, type DispatchCountdown } from './dispatch/dispatch-countdown.ts'
