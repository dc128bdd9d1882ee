import { formatCount } from '#shop/text/format-count.ts'
import { nextStatusAction, orderStatusLabels, type OrderStatus } from '#features/orders/order-status.ts'

const orders = (count: number): string => (count === 1 ? '1 order' : `${formatCount(count)} orders`)
const noOrder = (count: number): string => (count === 0 ? 'No order' : orders(count))

/** 'Ship', or 'Ship 6' with the number of orders. */
const stepLabel = (from: OrderStatus, count: number): string => {
  const { label } = nextStatusAction(from)!
  // Without scripts the number is unknown, and the rows have buttons with the plain name.
  return count > 0 ? `${label} ${count}` : `Chosen: ${label}`
}

export const bulkMoveMessages = {
  stepLabel,
  moved: (from: OrderStatus, count: number): string => `${noOrder(count)} ${nextStatusAction(from)!.past}.`,
  undone: (status: OrderStatus, count: number): string => {
    if (count === 0) return 'No step was undone.'
    return `${orders(count)} ${count === 1 ? 'is' : 'are'} ${orderStatusLabels[status].toLowerCase()} again.`
  },
  stay: (count: number): string => `${orders(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}:`,
  chooseAll: 'Choose all on this page',
  noneChosen: 'Orders that you choose move on together.',
  chooseAllHelp: 'Choose all rows of this page, or none',
  stepHelp: (label: string): string => `${label}: the rows that are chosen`,
  tooMany: (most: number): string =>
    `At most ${formatCount(most)} orders can be changed at once. Choose fewer, please.`,
  notMoved: 'The orders were not changed. Please try again.',
  notUndone: 'The steps were not undone. Please try again.',
} as const
