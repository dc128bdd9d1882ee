import type { OrderStatus } from '#shop/constants.ts'

/** An order of a customer that waits to be sent. */
export type OpenOrder = { id: string; created_at: string; status: Extract<OrderStatus, 'pending' | 'processing'>; total_amount: number; item_count: number }

/** As many open orders of one customer are cancelled in one go. */
export const MAX_ORDERS_CANCELLED_AT_ONCE = 200
