import type { OrderStatus } from '#features/orders/order-status.ts'

export const CUSTOMERS_PAGE_SIZE = 50
/** Later pages of the unfiltered list would read ever more rows; use the search instead. */
export const MAX_CUSTOMERS_PAGE = 200

/** `spent`: totals of orders that are not cancelled, minus refunds, in pounds. */
export type CustomerRow = {
  user_id: string
  full_name: string | null
  email: string | null
  phone: string | null
  city: string | null
  has_account: boolean
  created_at: string
  orders: number
  spent: number
  last_order_at: string | null
}

export type CustomerPage = { customers: CustomerRow[]; page: number; isMore: boolean }

type CustomerOrder = {
  id: string
  created_at: string
  status: OrderStatus
  country: string
  post_code: string
  phone: string
  has_recalled: boolean
  total_amount: number
  refunded: number
}

export type CustomerDetail = {
  user_id: string
  full_name: string | null
  email: string | null
  phone: string | null
  address: string | null
  post_code: string | null
  city: string | null
  country: string | null
  created_at: string
  has_account: boolean
  is_email_verified: boolean
  order_count: number
  open_orders: number
  spent: number
  /** The newest ones only. */
  orders: CustomerOrder[]
  notes: { id: number; at: string; text: string; author: string | null }[]
  /** The newest ones only, for as long as the shop keeps sent emails. */
  emails: {
    id: number
    kind: string
    created_at: string
    sent_at: string | null
    dropped_at: string | null
    order_id: string | null
  }[]
}

export const customerName = ({ full_name, email }: Pick<CustomerDetail, 'full_name' | 'email'>): string =>
  full_name ?? email ?? 'Customer without a name'
