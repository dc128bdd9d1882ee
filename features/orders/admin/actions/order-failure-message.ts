import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages, cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import { orderNoteMessages, trackingMessages } from '#features/orders/order-details-messages.ts'
import { adminRefundMessages, paymentMessages } from '#features/orders/refunds/admin-refund-messages.ts'

const FAILURES: Readonly<Record<string, string>> = {
  move: messages.statusNotUpdated,
  undo: adminOrderMessages.notUndone,
  'exchange-recalled': adminOrderMessages.notExchanged,
  cancel: messages.orderNotCancelled,
  'undo-chosen': bulkMoveMessages.notUndone,
  note: orderNoteMessages.notAdded,
  tracking: trackingMessages.notSaved,
  'record-payment': paymentMessages.notRecorded,
  refund: adminRefundMessages.notRefunded,
  'cancel-customer': cancelOpenOrdersMessages.notCancelled,
}

/** The failure message of a form in the order list or on the order page. */
export const orderFailureMessage = (form: FormData): string =>
  form.has('move_chosen')
    ? bulkMoveMessages.notMoved
    : (FAILURES[String(form.get('intent'))] ?? messages.anErrorOccurred)
