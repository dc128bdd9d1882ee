import { PAGE_SIZE } from '#shop/spec.ts'
import type { OrderListView } from './order-list-view.ts'

/** The list stops counting here; what lies beyond is found by searching. */
export const COUNTED_AT_MOST = 10_000

const figure = (count: number) => count.toLocaleString('en-GB')

/** 'Orders 25 to 48 of 132', or how many there are when they stand on one page. */
export function countSentence({ page, total }: { page: number; total: number }): string {
  if (total <= PAGE_SIZE.adminOrders) return total === 1 ? '1 order' : `${total} orders`
  const first = (page - 1) * PAGE_SIZE.adminOrders + 1
  const last = Math.min(total, first + PAGE_SIZE.adminOrders - 1)
  const all = total >= COUNTED_AT_MOST ? `more than ${figure(COUNTED_AT_MOST - 1)}` : figure(total)
  return `Orders ${figure(first)} to ${figure(last)} of ${all}`
}

/** Tabs and history tell their lists apart by the title. */
export function listTitle({ search, page }: OrderListView, statusName: string | null): string {
  const what = [statusName ? `${statusName} orders` : 'Orders', search && `matching ‘${search}’`].filter(Boolean).join(' ')
  return page > 1 ? `${what}, page ${page}` : what
}
