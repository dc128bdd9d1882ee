import { z } from 'zod'
import { messages } from '#shop/messages.ts'
import { orderOffice } from '#shop/orders/office-sentences.ts'
import { NEXT_STATUS, type CancelScreen } from '#shop/orders/order.ts'
import { cancelOrder, moveOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { CANCELLATION_NOTE_MAX_LENGTH, ORDER_STATUSES } from '#shop/spec.ts'
import type { Shop } from '#shop/shop.server.ts'
import { trimWhiteSpace } from '#shop/white-space.ts'
import type { OrderAnswer } from './order-answer.ts'

type Answered = { answer: OrderAnswer; status: number }
type Screen = Exclude<CancelScreen, 'customer'>

/** The status that the owner saw goes along, so that two people cannot both act on one order (D22). */
const seen = { order_id: z.uuid(), expected_status: z.enum(ORDER_STATUSES) }
const orderAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('move'), ...seen }),
  z.object({ intent: z.literal('cancel'), ...seen, reason: z.string().overwrite(trimWhiteSpace).max(CANCELLATION_NOTE_MAX_LENGTH).default('') }),
])
type OrderAction = z.output<typeof orderAction>

/** Does what a posted form of the order list or an order's page asks for, and says what came of it (§4, §8). */
export async function actOnOrder(shop: Shop, admin: Admin, screen: Screen, form: FormData): Promise<Answered> {
  const asked = orderAction.safeParse(Object.fromEntries(form))
  if (!asked.success) {
    return { answer: { order_id: '', kind: 'failed', message: messages.badRequest }, status: 400 }
  }
  const { order_id, intent } = asked.data
  try {
    return intent === 'move' ? await move(shop, admin, asked.data) : await cancel(shop, admin, screen, asked.data)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: order_id }, intent === 'move' ? 'an order could not be moved' : 'an order could not be cancelled')
    const message = intent === 'move' ? messages.statusNotUpdated : messages.orderNotCancelled
    return { answer: { order_id, kind: 'failed', message }, status: 503 }
  }
}

async function move(shop: Shop, admin: Admin, asked: Extract<OrderAction, { intent: 'move' }>): Promise<Answered> {
  const { order_id, expected_status: expected } = asked
  const to = NEXT_STATUS[expected]
  const message = messages.statusNotUpdated
  if (!to) return { answer: { order_id, kind: 'refused', message }, status: 409 }
  const moved = await moveOrder(shop, admin, { orderId: order_id, expected, to })
  if (moved.ok) return { answer: { order_id, kind: 'done', message: orderOffice.moved(to) }, status: 200 }
  if (moved.refusal.code === 'not-found') {
    return { answer: { order_id, kind: 'refused', message, detail: messages.orderNotFound }, status: 404 }
  }
  const detail = moved.refusal.code === 'status-changed' ? { detail: orderOffice.changedMeanwhile(moved.refusal.status) } : {}
  return { answer: { order_id, kind: 'refused', message, ...detail }, status: 409 }
}

/** From the list a reason has to be given; an order's own page cancels without one (§4), and keeps what was typed. */
async function cancel(shop: Shop, admin: Admin, screen: Screen, asked: Extract<OrderAction, { intent: 'cancel' }>): Promise<Answered> {
  const { order_id, expected_status: expected, reason } = asked
  const message = messages.orderNotCancelled
  const cancelled = await cancelOrder(shop, admin, { orderId: order_id, screen, reason, expected })
  if (cancelled.ok) {
    const done = cancelled.value.already_cancelled ? orderOffice.alreadyCancelled : orderOffice.cancelled
    return { answer: { order_id, kind: 'done', message: done }, status: 200 }
  }
  switch (cancelled.refusal.code) {
    case 'reason-missing': {
      const errors = { reason: messages.cancellationReasonMissing }
      return { answer: { order_id, kind: 'refused', message: messages.cancellationReasonMissing, errors, values: { reason } }, status: 422 }
    }
    case 'not-found':
      return { answer: { order_id, kind: 'refused', message, detail: messages.orderNotFound }, status: 404 }
    case 'status-changed': {
      const detail = orderOffice.changedMeanwhile(cancelled.refusal.status)
      return { answer: { order_id, kind: 'refused', message, detail }, status: 409 }
    }
    default:
      return { answer: { order_id, kind: 'refused', message, detail: orderOffice.cannotBeCancelled }, status: 409 }
  }
}
