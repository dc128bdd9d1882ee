import { formatCount } from '#shop/text/format-count.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import type { OrderListView } from './order-list-url.ts'

export function orderCountLabel({
  page,
  total,
  isMore,
}: {
  page: number
  total: number
  isMore: boolean
}): string {
  if (total <= PAGE_SIZE.adminOrders) return total === 1 ? '1 order' : `${total} orders`
  const first = (page - 1) * PAGE_SIZE.adminOrders + 1
  const last = Math.min(total, first + PAGE_SIZE.adminOrders - 1)
  const all = isMore ? `more than ${formatCount(total)}` : formatCount(total)
  return `Orders ${formatCount(first)} to ${formatCount(last)} of ${all}`
}

export function showNewOrdersLabel(newOrderCount: number, { search, status, page }: OrderListView): string {
  const isUnfiltered = !search && !status && page === 1
  const which = isUnfiltered ? 'new' : 'more'
  return `Show ${formatCount(newOrderCount)} ${which} ${newOrderCount === 1 ? 'order' : 'orders'}`
}

export function orderListTitle({ search, page }: OrderListView, statusName: string | null): string {
  const title = [statusName ? `${statusName} orders` : 'Orders', search && `matching ‘${search}’`]
    .filter(Boolean)
    .join(' ')
  return page > 1 ? `${title}, page ${page}` : title
}
