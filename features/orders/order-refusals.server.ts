import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages, describePieces } from './admin-order-messages.ts'
import type { cancelOpenOrders } from './cancellation/cancel-open-orders.server.ts'
import { phoneToCancel } from './cancellation/statutory-cancellation.ts'
import type { OrderStatus } from './order-status.ts'
import type { cancelOrder, exchangeRecalledPieces, moveOrder, undoMove } from './orders.server.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

const notCancelled = refuseForm(409, { message: messages.orderNotCancelled })
export const ownOrderCancelRefused = refusalAnswers<RefusalOf<typeof cancelOrder>, object, { phone: string }>(
  {
    'not-found': refuseForm(409, { message: messages.orderNotFound }),
    delivered: refuseForm(409, { message: messages.orderDeliveredMeanwhile }),
    'shipped-phone-us': (_refusal, { phone }) => refuseForm(409, { message: phoneToCancel(phone) }),
    'reason-missing': notCancelled,
    'status-changed': notCancelled,
  },
)
type OrderFields = { detail?: string; status?: OrderStatus }
const orderNotFound = { detail: messages.orderNotFound }
const movedMeanwhile = (status: OrderStatus) => ({ detail: adminOrderMessages.editConflict(status), status })
const notMoved = (status: number, fields: OrderFields = {}) =>
  refuse(status, { message: messages.statusNotUpdated, ...fields })
export const orderMoveRefused = refusalAnswers<RefusalOf<typeof moveOrder>, OrderFields>({
  'not-found': notMoved(404, orderNotFound),
  'move-not-allowed': notMoved(409),
  'status-changed': ({ status }) => notMoved(409, movedMeanwhile(status)),
  recalled: ({ items }) =>
    notMoved(409, { detail: adminOrderMessages.notShippedRecalled(items.map(describePieces)) }),
})
const notExchanged = (status: number, fields: OrderFields = {}) =>
  refuse(status, { message: adminOrderMessages.notExchanged, ...fields })
export const recalledExchangeRefused = refusalAnswers<RefusalOf<typeof exchangeRecalledPieces>, OrderFields>({
  'not-found': notExchanged(404, orderNotFound),
  'nothing-recalled': notExchanged(409, { detail: adminOrderMessages.nothingRecalled }),
  'not-enough-stock': ({ items }) =>
    notExchanged(409, { detail: adminOrderMessages.tooFewToExchange(items) }),
})
const notUndone = (status: number, fields: OrderFields) =>
  refuse(status, { message: adminOrderMessages.notUndone, ...fields })
export const orderUndoRefused = refusalAnswers<
  RefusalOf<typeof undoMove>,
  OrderFields,
  { expected: OrderStatus }
>({
  'not-found': notUndone(404, orderNotFound),
  'status-changed': ({ status }) => notUndone(409, movedMeanwhile(status)),
  'too-late': (_refusal, { expected }) =>
    notUndone(409, { detail: adminOrderMessages.tooLateToUndo, status: expected }),
  'nothing-to-undo': (_refusal, { expected }) =>
    notUndone(409, { detail: adminOrderMessages.nothingToUndo, status: expected }),
})
const adminNotCancelled = (status: number, fields: OrderFields) =>
  refuse(status, { message: messages.orderNotCancelled, ...fields })
const reasonMissing = refuse(422, {
  message: messages.cancellationReasonMissing,
  errors: { reason: messages.cancellationReasonMissing },
})
const notCancellable = adminNotCancelled(409, { detail: adminOrderMessages.cannotBeCancelled })
export const orderCancelRefused = refusalAnswers<RefusalOf<typeof cancelOrder>, OrderFields>({
  'reason-missing': reasonMissing,
  'not-found': adminNotCancelled(404, orderNotFound),
  'status-changed': ({ status }) => adminNotCancelled(409, movedMeanwhile(status)),
  delivered: notCancellable,
  'shipped-phone-us': notCancellable,
})
export const openOrdersCancelRefused = refusalAnswers<RefusalOf<typeof cancelOpenOrders>>({
  'not-found': refuse(404, { message: messages.orderNotFound }),
  'reason-missing': reasonMissing,
})
