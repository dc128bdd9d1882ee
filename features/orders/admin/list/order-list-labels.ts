import { formatCount } from '#shop/text/format-count.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import { isOldestFirst, TO_SEND, type OrderFilter } from '#features/orders/order-filter.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { listCountLabel, type ListPage } from '#kit/admin/list/list-count-label.ts'
import type { OrderListView } from './order-list-url.ts'

export const orderCountLabel = (list: ListPage): string =>
  listCountLabel(list, 'order', PAGE_SIZE.adminOrders)

/** `handled` rows have left the list and stay visible until it is reloaded. */
export const handledRowsLabel = (handled: number): string =>
  `, and ${formatCount(handled)} ${handled === 1 ? 'order that you moved' : 'orders that you moved'}`

export function showNewOrdersLabel(newOrderCount: number, { search, status, page }: OrderListView): string {
  const isUnfiltered = !search && !status && page === 1
  const which = isUnfiltered ? 'new' : 'more'
  return `Show ${formatCount(newOrderCount)} ${which} ${newOrderCount === 1 ? 'order' : 'orders'}`
}

export function orderListTitle({ search, status, page }: OrderListView): string {
  const title = [listName(status), search && `matching ‘${search}’`].filter(Boolean).join(' ')
  return page > 1 ? `${title}, page ${page}` : title
}

function listName(filter: OrderFilter | null): string {
  if (!filter) return 'Orders'
  return filter === TO_SEND ? 'Orders to send' : `${orderStatusLabels[filter]} orders`
}

/** The caption of the table. */
export const orderSequenceLabel = (filter: OrderFilter | null): string =>
  isOldestFirst(filter) ? 'Orders to send, overdue first' : 'Orders, newest first'
