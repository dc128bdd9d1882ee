import { IN_OWN_DATA } from '#features/customers/in-own-data.ts'
import { formatLondonDate, formatLondonTime } from '#shop/dates/dates.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { orderStatusLabels, type OrderStatus } from './order-status.ts'
import { shortId } from './order.ts'
import { UNDO_SECONDS } from './undo-window.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'

export const orderEditMessages = {
  saved: 'The order is saved.',
  editConflict:
    'Somebody else changed this order while you were editing it. Check what changed, then save again.',
  notEditable: (status: OrderStatus) =>
    `This order is ${orderStatusLabels[status].toLowerCase()} now, so it can no longer be edited.`,
  quantityInvalid: (name: string) =>
    `The quantity of ${name} must be a whole number from 1 to ${MAX_LINE_QUANTITY}`,
  oneItemStays: 'One item has to stay. To drop the whole order, cancel it.',
  dateInvalid: 'Expected delivery must be a day within a year of the order',
  totalTooLarge: 'The total is larger than an order may be. Lower a quantity.',
  /** `stock` is what is available in addition to the order's own units. */
  notEnoughStock: (name: string, stock: number, most: number) =>
    stock === 0
      ? `No more of ${name} in stock, so this order can have ${most} at most`
      : `Only ${stock} more of ${name} in stock, so this order can have ${most} at most`,
} as const

export const packingSlipMessages = {
  chooseAnOrder: 'Select an order for this task',
  tooMany: (most: number) => `At most ${most} packing slips can be printed at once.`,
  notFound: (count: number) =>
    count === 1 ? 'One of the orders was not found.' : `${count} of the orders were not found.`,
  noAdvice: 'No allergy advice was kept. Check the label before packing.',
  notes: 'For packers: cut this off before you close the parcel',
  doNotSend: 'Cancelled: do not send',
  recalled: (pieces: number) => `Recalled, do not pack: ${pieces === 1 ? '1 piece' : `${pieces} pieces`}`,
  express: (day: string) => `Express: send on ${day}`,
  alreadySent: (status: OrderStatus) => `Already ${orderStatusLabels[status].toLowerCase()}`,
} as const

/** 'Changed by Administrator, owner@ninthbend.example at 10:42 am', with the date unless it was today. */
export const changedByMessage = (who: string, at: string, now: string): string =>
  formatLondonDate(at) === formatLondonDate(now)
    ? `Changed by ${who} at ${formatLondonTime(at)}`
    : `Changed by ${who} on ${formatLondonDate(at)} at ${formatLondonTime(at)}`

/** '2 × Cardamom' */
export const describePieces = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${quantity} × ${name}`

export const adminOrderMessages = {
  overdue: 'Overdue',
  urgent: 'Urgent',
  moved: (status: OrderStatus) => `is now ${orderStatusLabels[status].toLowerCase()}.`,
  undo: 'Undo',
  canBeUndone: `You can undo this for ${UNDO_SECONDS} seconds.`,
  undone: (status: OrderStatus) => `is ${orderStatusLabels[status].toLowerCase()} again.`,
  notUndone: 'The step was not undone.',
  tooLateToUndo: `A step can be undone for ${UNDO_SECONDS} seconds, and they are over.`,
  nothingToUndo: 'Its last step was undone already, or something else has happened since.',
  showAnew: 'Show the list as it is now',
  sendBy: 'Send by',
  express: 'Express',
  since: 'since',
  cannotBeDelivered: (reasons: readonly string[]) => `Cannot be delivered: ${reasons.join('; ')}`,
  hasRecalled: (items: readonly string[]) => `Recalled, do not send: ${items.join(', ')}`,
  isRecalled: 'Recalled, do not send',
  hasRecalledHint:
    'It cannot be shipped with them. Exchange them for pieces that may be sold, take them out of the order, or cancel it.',
  notShippedRecalled: (items: readonly string[]) =>
    `It holds recalled pieces: ${items.join(', ')}. Exchange them or take them out on its page, or cancel it.`,
  exchangeRecalled: 'Exchange recalled pieces',
  exchanged: (items: readonly string[], taken: readonly string[]) =>
    `Exchanged: ${items.join(', ')}. Put the recalled pieces aside, and take ${taken.join('; ')}.`,
  takeFrom: (name: string, batches: readonly string[]) => `${name}: ${batches.join(' and ')}`,
  exchangedInHistory: (quantity: number, name: string, batches: readonly string[]) =>
    [
      `${name}: ${quantity === 1 ? '1 recalled piece' : `${quantity} recalled pieces`} exchanged`,
      ...(batches.length > 0 ? [`for ${batches.join(' and ')}`] : []),
    ].join(' '),
  notExchanged: 'The recalled pieces were not exchanged.',
  nothingRecalled: 'None of its pieces is recalled any more.',
  tooFewToExchange: (items: readonly { name: string; stock: number }[]) =>
    items
      .map(({ name, stock }) =>
        stock === 0 ? `No piece of ${name} may be sold` : `Only ${stock} of ${name} may be sold`,
      )
      .join('; ') + '. Take them out of the order instead, or cancel it.',
  cancelled: 'is now cancelled.',
  alreadyCancelled: 'had been cancelled by somebody else already.',
  editConflict: (status: OrderStatus) =>
    `It was changed to ${orderStatusLabels[status].toLowerCase()} in the meantime.`,
  cannotBeCancelled: 'It has been delivered or cancelled in the meantime.',
  cancelGivesStockBack: 'Its goods go back into stock. A cancelled order cannot be brought back.',
  cancelKeepsDeliveredGoods:
    'The goods are with the customer, so they are not put back into stock by themselves. A cancelled order cannot be brought back.',
  reasonHint: `Kept in the history of the order. ${IN_OWN_DATA}`,
  customerNote: 'Tell the customer (optional)',
  customerNoteHint:
    'Shown on their order. It is in the email about it as well, if these emails are switched on and the address is verified.',
  customerNoteLabel: 'Note to the customer:',
  noOrdersYet: 'Orders appear here as soon as somebody checks out.',
  noMatches:
    'Nothing found. Search by order number, name, email, phone number, street, city, post code or product, or by words of several of them.',
  idTooShort: 'To find an order by its id, type four characters of it or more.',
  totalNeedsPounds: (total: string) => `To find an order by its total, type £${total}.`,
  noneOfStatus: 'No order has this status.',
  noneToSend: 'Every order is on its way. Nothing is left to send.',
  noSuchOrder: 'Its address may have been mistyped. Orders are never deleted.',
  searchEnds: (listed: number) =>
    `A search lists the newest ${formatCount(listed)} orders: to reach older ones, narrow it by more letters or by status.`,
  waiting: waitingOrdersMessage,
  inProcess: processingOrdersMessage,
} as const

const orders = (count: number): string => (count === 1 ? '1 order' : `${formatCount(count)} orders`)
const shortIds = (ids: readonly string[]): string => ids.map(shortId).join(', ')

export const cancelOpenOrdersMessages = {
  open: (count: number): string =>
    `${orders(count)} of this customer ${count === 1 ? 'waits' : 'wait'} to be sent`,
  ask: (count: number): string => (count === 1 ? 'Cancel it' : `Cancel all ${formatCount(count)}`),
  title: (count: number, name: string): string => `Cancel ${orders(count)} of ${name}`,
  cancel: (count: number): string => `Cancel ${orders(count)}`,
  items: (count: number): string => (count === 1 ? '1 item' : `${formatCount(count)} items`),
  giveStockBack: 'Their goods go back into stock. Cancelled orders cannot be brought back.',
  reasonHint: `Kept in the history of each order. ${IN_OWN_DATA}`,
  customerNoteHint:
    'Shown on the orders. It is in the email about each as well, if these emails are switched on and the address is verified.',
  moreThanAtOnce: (listed: number, total: number): string =>
    `The newest ${formatCount(listed)} of ${formatCount(total)}: the others follow when these are cancelled.`,
  notCancelled: 'The orders were not cancelled. Please try again.',
  cancelled: cancelledOrdersMessage,
} as const

function cancelledOrdersMessage({
  cancelled,
  kept,
}: {
  cancelled: readonly string[]
  kept: readonly { id: string; status: OrderStatus }[]
}): string {
  const done =
    cancelled.length === 0
      ? 'No order was cancelled.'
      : `${orders(cancelled.length)} cancelled: ${shortIds(cancelled)}.`
  const stays = kept.map(
    ({ id, status }) => `${shortId(id)} is ${orderStatusLabels[status].toLowerCase()} now and stays.`,
  )
  return [done, ...stays].join(' ')
}

function waitingOrdersMessage(count: number): string {
  if (count === 0) return 'No order is waiting to be processed.'
  return count === 1
    ? '1 order is waiting to be processed.'
    : `${formatCount(count)} orders are waiting to be processed.`
}

function processingOrdersMessage(count: number): string {
  if (count === 0) return 'No order is being packed.'
  return count === 1 ? '1 order is being packed.' : `${formatCount(count)} orders are being packed.`
}
