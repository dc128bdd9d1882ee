import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { NEXT_STATUS, type CancelScreen } from '#shop/orders/order.ts'
import { cancelOrder, moveOrder, undoMove } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { CANCELLATION_NOTE_MAX_LENGTH, CUSTOMER_NOTE_MAX_LENGTH, ORDER_STATUSES, type OrderStatus } from '#shop/constants.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { OrderAnswer } from './order-action-result.ts'

type Answered = { answer: OrderAnswer; status: number }
type Screen = Exclude<CancelScreen, 'customer'>

/** The status that the owner saw goes along, so that two people cannot both act on one order (D22). */
const seen = { order_id: z.uuid(), expected_status: z.enum(ORDER_STATUSES) }
const orderAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('move'), ...seen }),
  z.object({ intent: z.literal('undo'), ...seen }),
  z.object({
    intent: z.literal('cancel'),
    ...seen,
    reason: z.string().overwrite(trimWhiteSpace).max(CANCELLATION_NOTE_MAX_LENGTH).default(''),
    customer_note: z.string().overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n'))).max(CUSTOMER_NOTE_MAX_LENGTH).default(''),
  }),
])
type OrderAction = z.output<typeof orderAction>

const FAILED = {
  move: { logged: 'an order could not be moved', message: messages.statusNotUpdated },
  undo: { logged: 'a step of an order could not be undone', message: orderOffice.notUndone },
  cancel: { logged: 'an order could not be cancelled', message: messages.orderNotCancelled },
} as const satisfies Record<OrderAction['intent'], unknown>

/** Does what a posted form of the order list or an order's page asks for, and says what came of it (§4, §8). */
export async function actOnOrder(shop: Shop, admin: Admin, screen: Screen, form: FormData): Promise<Answered> {
  const asked = orderAction.safeParse(Object.fromEntries(form))
  if (!asked.success) {
    return { answer: { order_id: '', kind: 'failed', message: messages.badRequest }, status: 400 }
  }
  const { order_id, intent } = asked.data
  try {
    switch (intent) {
      case 'move':
        return await move(shop, admin, asked.data)
      case 'undo':
        return await undo(shop, admin, asked.data)
      case 'cancel':
        return await cancel(shop, admin, screen, asked.data)
    }
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    const { logged, message } = FAILED[intent]
    shop.log.error({ error, order: order_id }, logged)
    return { answer: { order_id, kind: 'failed', message }, status: 503 }
  }
}

async function move(shop: Shop, admin: Admin, asked: Extract<OrderAction, { intent: 'move' }>): Promise<Answered> {
  const { order_id, expected_status: expected } = asked
  const to = NEXT_STATUS[expected]
  const message = messages.statusNotUpdated
  if (!to) return { answer: { order_id, kind: 'refused', message }, status: 409 }
  const moved = await moveOrder(shop, admin, { orderId: order_id, expected, to })
  if (moved.ok) {
    const done = { message: orderOffice.moved(to), detail: orderOffice.canBeUndone, status: to, is_undoable: true } as const
    return { answer: { order_id, kind: 'done', ...done }, status: 200 }
  }
  if (moved.refusal.code === 'not-found') {
    return { answer: { order_id, kind: 'refused', message, detail: messages.orderNotFound }, status: 404 }
  }
  const now = moved.refusal.code === 'status-changed' ? changedTo(moved.refusal.status) : {}
  return { answer: { order_id, kind: 'refused', message, ...now }, status: 409 }
}

/** What somebody else made of the order meanwhile, and what it is since. */
const changedTo = (status: OrderStatus) => ({ detail: orderOffice.changedMeanwhile(status), status })

async function undo(shop: Shop, admin: Admin, { order_id, expected_status }: Extract<OrderAction, { intent: 'undo' }>): Promise<Answered> {
  const undone = await undoMove(shop, admin, { orderId: order_id, expected: expected_status })
  if (undone.ok) {
    const { status } = undone.value
    return { answer: { order_id, kind: 'done', message: orderOffice.undone(status), status }, status: 200 }
  }
  const refusal = { order_id, kind: 'refused', message: orderOffice.notUndone } as const
  switch (undone.refusal.code) {
    case 'not-found':
      return { answer: { ...refusal, detail: messages.orderNotFound }, status: 404 }
    case 'status-changed':
      return { answer: { ...refusal, ...changedTo(undone.refusal.status) }, status: 409 }
    case 'too-late':
      return { answer: { ...refusal, detail: orderOffice.tooLateToUndo, status: expected_status }, status: 409 }
    case 'nothing-to-undo':
      return { answer: { ...refusal, detail: orderOffice.nothingToUndo, status: expected_status }, status: 409 }
  }
}

/** From the list a reason has to be given; an order's own page cancels without one (§4), and keeps what was typed. */
async function cancel(shop: Shop, admin: Admin, screen: Screen, asked: Extract<OrderAction, { intent: 'cancel' }>): Promise<Answered> {
  const { order_id, expected_status: expected, reason, customer_note } = asked
  const message = messages.orderNotCancelled
  const cancelled = await cancelOrder(shop, admin, { orderId: order_id, screen, reason, customerNote: customer_note, expected })
  if (cancelled.ok) {
    shop.outbox.wake()
    const done = cancelled.value.already_cancelled ? orderOffice.alreadyCancelled : orderOffice.cancelled
    return { answer: { order_id, kind: 'done', message: done, status: 'cancelled' }, status: 200 }
  }
  switch (cancelled.refusal.code) {
    case 'reason-missing': {
      const errors = { reason: messages.cancellationReasonMissing }
      return { answer: { order_id, kind: 'refused', message: messages.cancellationReasonMissing, errors, values: { reason, customer_note } }, status: 422 }
    }
    case 'not-found':
      return { answer: { order_id, kind: 'refused', message, detail: messages.orderNotFound }, status: 404 }
    case 'status-changed': {
      return { answer: { order_id, kind: 'refused', message, ...changedTo(cancelled.refusal.status) }, status: 409 }
    }
    default:
      return { answer: { order_id, kind: 'refused', message, detail: orderOffice.cannotBeCancelled }, status: 409 }
  }
}
