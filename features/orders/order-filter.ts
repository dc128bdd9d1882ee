import { orderStatusLabels, ORDER_STATUSES, type OrderStatus } from './order-status.ts'

/** Orders that await dispatch, earliest deadline first; the same as in features/orders/search/sql. */
export const TO_SEND = 'to-send'

export type OrderFilter = OrderStatus | typeof TO_SEND
export const ORDER_FILTERS: readonly OrderFilter[] = [TO_SEND, ...ORDER_STATUSES]

export const orderFilterLabels: Readonly<Record<OrderFilter, string>> = {
  [TO_SEND]: 'To send, overdue first',
  ...orderStatusLabels,
}

/** All other lists show the newest order first. */
export const isOldestFirst = (filter: OrderFilter | null): boolean => filter === TO_SEND
