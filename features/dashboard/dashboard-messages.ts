import { formatCount } from '#shop/text/format-count.ts'
import { messages } from '#shop/messages/messages.ts'
import { percentageChange } from '#features/figures/sales/sales.ts'

const orderCount = (count: number): string => (count === 1 ? '1 order' : `${formatCount(count)} orders`)

export const salesMessages = {
  ofDay: (day: string, pounds: string, orders: number, isToday: boolean): string =>
    `${day}${isToday ? ' (so far)' : ''}: ${pounds}, ${orderCount(orders)}`,
  none: (days: number): string => `Nothing was sold in the last ${days} days.`,
  appearHere: 'Each day’s sales are drawn here from the first order on.',
  compared: comparisonMessage,
  ofWhichDelivery: (pounds: string): string => `${pounds} of it for delivery`,
  refunds: (count: number, pounds: string, days: number): string =>
    `${count === 1 ? '1 refund' : `${formatCount(count)} refunds`}; ${pounds} in the ${days} days before`,
  howCounted:
    'By the day an order was placed, in London time. Cancelled orders are left out. Refunds count on the day they were made.',
} as const

/** '12% more than in the 30 days before (£1,100.00)'; `shown` is the earlier figure, formatted. */
function comparisonMessage(now: number, before: number, shown: string, days: number): string {
  const change = percentageChange(now, before)
  if (change === null) return `Nothing in the ${days} days before`
  if (now === before) return `As much as in the ${days} days before`
  const by = change === 0 ? 'Less than 1%' : `${formatCount(Math.abs(change))}%`
  return `${by} ${now > before ? 'more' : 'less'} than in the ${days} days before (${shown})`
}

export const ordersToSendMessages = {
  overdue: (count: number): string =>
    count === 1 ? '1 order is overdue' : `${formatCount(count)} orders are overdue`,
  due: ordersDueMessage,
  nothing: 'Nothing waits to be sent.',
  nothingMore: 'New orders appear here as soon as somebody checks out.',
  slips: (shown: number, total: number): string =>
    total === 1
      ? 'Packing slip'
      : shown < total
        ? `Packing slips for the first ${shown}`
        : `Packing slips for all ${total}`,
  slipsAtMost: (slips: number, total: number): string =>
    slips < total ? `. At most ${slips} packing slips are printed at once.` : '',
  firstOf: (shown: number, total: number): string => `The first ${shown} of ${formatCount(total)}`,
} as const

function ordersDueMessage(count: number, overdue: number, deadline: string): string {
  if (count === 0)
    return overdue > 0
      ? `Nothing else is due by ${deadline}`
      : `Nothing is due by ${deadline}: these orders have longer`
  return `${count === 1 ? '1 order has' : `${formatCount(count)} orders have`} to be sent by ${deadline}`
}

export const lowStockMessages = {
  left: (stock: number): string => (stock === 0 ? messages.outOfStock : `Only ${stock} left`),
  noProducts: 'There are no products yet.',
  enough: (least: number): string => `Every product has a stock of ${least} or more.`,
} as const

export const dashboardPanelMessages = {
  notRead: 'This could not be read just now.',
  tryAgain: 'Try again',
} as const
