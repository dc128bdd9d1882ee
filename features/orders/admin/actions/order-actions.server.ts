import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages, describePieces } from '#features/orders/admin-order-messages.ts'
import { NEXT_STATUS, ORDER_STATUSES, type CancelContext } from '#features/orders/order-status.ts'
import { cancelOrder, exchangeRecalledPieces, moveOrder, undoMove } from '#features/orders/orders.server.ts'
import { shipOrder } from '#features/orders/tracking/order-tracking.server.ts'
import { trackingForm } from '#features/orders/tracking/tracking-form.ts'
import type { Admin } from '#shop/permissions.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { describePackedBatch } from '#features/stock/batches/describe-packed-batch.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import {
  orderCancelRefused,
  orderMoveRefused,
  orderUndoRefused,
  recalledExchangeRefused,
} from '#features/orders/order-refusals.server.ts'
import { trackingRefused } from '#features/orders/order-details-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { OrderActionResult } from './order-action-result.ts'

type Handled = Promise<HandledAction<OrderActionResult>>
type AdminCancelContext = Exclude<CancelContext, 'customer'>

/** The status that the administrator saw, to detect conflicting changes. */
const expectedOrder = { order_id: z.uuid(), expected_status: z.enum(ORDER_STATUSES) }
const orderAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('move'), ...expectedOrder }),
  z.object({ intent: z.literal('undo'), ...expectedOrder }),
  z.object({ intent: z.literal('exchange-recalled'), order_id: z.uuid() }),
  z.object({
    intent: z.literal('cancel'),
    ...expectedOrder,
    reason: z.string().overwrite(trimWhiteSpace).max(MAX_CANCELLATION_NOTE_LENGTH).default(''),
    customer_note: z
      .string()
      .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
      .max(MAX_CUSTOMER_NOTE_LENGTH)
      .default(''),
  }),
])
type OrderAction = z.output<typeof orderAction>

/** 400: invalid form, 503: database failure. */
export async function handleOrderAction(
  shop: ShopDependencies,
  admin: Admin,
  page: AdminCancelContext,
  submitted: FormData,
): Handled {
  const form = await readForm(submitted, orderAction)
  if (!form.ok)
    return { actionResult: { order_id: '', kind: 'failed', message: messages.badRequest }, status: 400 }
  const handled = await act(shop, admin, page, form.value, submitted)
  const { kind } = handled.actionResult
  return kind === 'refused' || kind === 'failed' ? withFields(handled, { values: form.values }) : handled
}

async function act(
  shop: ShopDependencies,
  admin: Admin,
  page: AdminCancelContext,
  action: OrderAction,
  submitted: FormData,
): Handled {
  switch (action.intent) {
    case 'move':
      return move(shop, admin, action, submitted)
    case 'undo':
      return undo(shop, admin, action)
    case 'exchange-recalled':
      return exchange(shop, admin, action.order_id)
    case 'cancel':
      return cancel(shop, admin, page, action)
  }
}

async function move(
  shop: ShopDependencies,
  admin: Admin,
  { order_id, expected_status: expected }: Extract<OrderAction, { intent: 'move' }>,
  submitted: FormData,
): Handled {
  const to = NEXT_STATUS[expected]
  if (!to) return withFields(orderMoveRefused({ code: 'move-not-allowed' }), { order_id })
  if (to === 'shipped') {
    const tracking = await readForm(submitted, trackingForm)
    if (!tracking.ok) {
      return { actionResult: { order_id, kind: 'refused', errors: tracking.errors }, status: 422 }
    }
    const shipped = await shipOrder(shop, admin, { orderId: order_id, expected, ...tracking.value })
    if (!shipped.ok) {
      const { refusal } = shipped
      const refused =
        refusal.code === 'tracking-invalid' ? trackingRefused(refusal) : orderMoveRefused(refusal)
      return withFields(refused, { order_id })
    }
  } else {
    const moved = await moveOrder(shop, admin, { orderId: order_id, expected, to })
    if (!moved.ok) return withFields(orderMoveRefused(moved.refusal), { order_id })
  }
  const message = adminOrderMessages.moved(to)
  const undoable = { detail: adminOrderMessages.canBeUndone, status: to, is_undoable: true } as const
  return { actionResult: { order_id, kind: 'done', message, ...undoable }, status: 200 }
}

async function undo(
  shop: ShopDependencies,
  admin: Admin,
  { order_id, expected_status: expected }: Extract<OrderAction, { intent: 'undo' }>,
): Handled {
  const undone = await undoMove(shop, admin, { orderId: order_id, expected })
  if (!undone.ok) return withFields(orderUndoRefused(undone.refusal, { expected }), { order_id })
  const { status } = undone.value
  return {
    actionResult: { order_id, kind: 'done', message: adminOrderMessages.undone(status), status },
    status: 200,
  }
}

async function exchange(shop: ShopDependencies, admin: Admin, order_id: string): Handled {
  const exchanged = await exchangeRecalledPieces(shop, admin, order_id)
  if (!exchanged.ok) return withFields(recalledExchangeRefused(exchanged.refusal), { order_id })
  const { items } = exchanged.value
  const message = adminOrderMessages.exchanged(
    items.map(describePieces),
    items.map(({ name, batches }) => adminOrderMessages.takeFrom(name, batches.map(describePackedBatch))),
  )
  return { actionResult: { order_id, kind: 'done', message }, status: 200 }
}

async function cancel(
  shop: ShopDependencies,
  admin: Admin,
  page: AdminCancelContext,
  { order_id, expected_status, reason, customer_note }: Extract<OrderAction, { intent: 'cancel' }>,
): Handled {
  const cancelled = await cancelOrder(shop, admin, {
    orderId: order_id,
    screen: page,
    reason,
    customerNote: customer_note,
    expected: expected_status,
  })
  if (!cancelled.ok) return withFields(orderCancelRefused(cancelled.refusal), { order_id })
  shop.outbox.wake()
  const message = cancelled.value.already_cancelled
    ? adminOrderMessages.alreadyCancelled
    : adminOrderMessages.cancelled
  return { actionResult: { order_id, kind: 'done', message, status: 'cancelled' }, status: 200 }
}
