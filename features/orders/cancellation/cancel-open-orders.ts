import type { OrderStatus } from '#features/orders/order-status.ts'

export type OpenOrder = {
  id: string
  created_at: string
  status: Extract<OrderStatus, 'pending' | 'processing'>
  total_amount: number
  item_count: number
}

export const MAX_ORDERS_CANCELLED_AT_ONCE = 200
