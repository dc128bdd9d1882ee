import type { Day } from '#shop/dates/dates.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'

/** The batch "not recorded" has neither number nor date. */
export type RecallableBatch = {
  id: string
  is_unrecorded: boolean
  batch_number: string | null
  best_before: Day | null
  received_at: string
  remaining: number
  is_recalled: boolean
}

/** An order with units of recalled batches. */
export type RecalledOrder = {
  order_id: string
  quantity: number
  status: OrderStatus
  created_at: string
  full_name: string
  phone: string
  email: string | null
}

export type BuyerTotals = { orders: number; pieces: number; customers: number; without_email: number }

/** What happened to the remaining units. */
export type RecallOutcome = 'sold-again' | 'written-off'

export type RecallSummary = {
  id: string
  product_name: string
  reason: string
  created_at: string
  mailed_at: string | null
  ended_at: string | null
  end_outcome: RecallOutcome | null
}

export type Recall = RecallSummary & {
  product_id: string
  customer_text: string
  created_by: string | null
  mailed_customers: number | null
  ended_by: string | null
  end_reason: string | null
  batches: RecallableBatch[]
}

/** Shown on the page of a recall; its CSV file has all. */
export const MAX_SHOWN_ORDERS = 200
export const MAX_RECALL_REASON_LENGTH = 500
export const MAX_CUSTOMER_TEXT_LENGTH = 5000

/** `customers` get an email with this wording; the orders and batches shown are those of one of them. */
export type RecallEmailPreview = { customers: number; subject: string; text: string }

/** Recalled units in an order that is still to be sent. */
export type RecalledPieces = { order_id: string; product_id: string; quantity: number }
