import type { OrderStatus } from './spec.ts'

/** The words for a status wherever one is shown (§4). */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** What the back-office says about orders beside the sentences of §8. */
export const orderOffice = {
  overdue: 'Overdue',
  moved: (status: OrderStatus) => `is now ${orderStatusNames[status].toLowerCase()}.`,
  cancelled: 'is now cancelled.',
  alreadyCancelled: 'had been cancelled by somebody else already.',
  changedMeanwhile: (status: OrderStatus) => `It was changed to ${orderStatusNames[status].toLowerCase()} in the meantime.`,
  cannotBeCancelled: 'It has been delivered or cancelled in the meantime.',
  cancelGivesStockBack: 'Its goods go back into stock. A cancelled order cannot be brought back.',
  cancelKeepsDeliveredGoods:
    'The goods are with the customer, so they are not put back into stock by themselves. A cancelled order cannot be brought back.',
  reasonHint: 'Kept in the history of the order',
  noOrdersYet: 'Orders appear here as soon as somebody checks out.',
  noMatches: 'No order has this id, name, e-mail, phone number or post code.',
  noneOfStatus: 'No order has this status.',
  noSuchOrder: 'Its address may have been mistyped. Orders are never deleted.',
  waiting: waitingOrders,
} as const

function waitingOrders(count: number): string {
  if (count === 0) return 'No order is waiting to be processed.'
  return count === 1 ? '1 order is waiting to be processed.' : `${count.toLocaleString('en-GB')} orders are waiting to be processed.`
}
