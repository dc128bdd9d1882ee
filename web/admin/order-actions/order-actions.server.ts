import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages } from '#shop/orders/admin-order-messages.ts'
import {
  NEXT_STATUS,
  type CancelContext,
  ORDER_STATUSES,
  type OrderStatus,
} from '#shop/orders/order-status.ts'
import { cancelOrder, moveOrder, undoMove } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { OrderActionResult } from './order-action-result.ts'

type HandledAction = { actionResult: OrderActionResult; status: number }
type AdminCancelContext = Exclude<CancelContext, 'customer'>

/** The status that the administrator saw, to detect conflicting changes. */
const expectedOrder = { order_id: z.uuid(), expected_status: z.enum(ORDER_STATUSES) }
const orderAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('move'), ...expectedOrder }),
  z.object({ intent: z.literal('undo'), ...expectedOrder }),
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

const FAILURES = {
  move: { logMessage: 'an order status could not be changed', message: messages.statusNotUpdated },
  undo: { logMessage: 'a status change could not be undone', message: adminOrderMessages.notUndone },
  cancel: { logMessage: 'an order could not be cancelled', message: messages.orderNotCancelled },
} as const satisfies Record<OrderAction['intent'], unknown>

/** 400: invalid form, 503: database failure. */
export async function handleOrderAction(
  shop: ShopDependencies,
  admin: Admin,
  page: AdminCancelContext,
  form: FormData,
): Promise<HandledAction> {
  const parsed = orderAction.safeParse(Object.fromEntries(form))
  if (!parsed.success) {
    return { actionResult: { order_id: '', kind: 'failed', message: messages.badRequest }, status: 400 }
  }
  const { order_id, intent } = parsed.data
  try {
    switch (intent) {
      case 'move':
        return await move(shop, admin, parsed.data)
      case 'undo':
        return await undo(shop, admin, parsed.data)
      case 'cancel':
        return await cancel(shop, admin, page, parsed.data)
    }
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    const { logMessage, message } = FAILURES[intent]
    shop.log.error({ error, order: order_id }, logMessage)
    return { actionResult: { order_id, kind: 'failed', message }, status: 503 }
  }
}

async function move(
  shop: ShopDependencies,
  admin: Admin,
  parsed: Extract<OrderAction, { intent: 'move' }>,
): Promise<HandledAction> {
  const { order_id, expected_status: expected } = parsed
  const to = NEXT_STATUS[expected]
  const message = messages.statusNotUpdated
  if (!to) return { actionResult: { order_id, kind: 'refused', message }, status: 409 }
  const moved = await moveOrder(shop, admin, { orderId: order_id, expected, to })
  if (moved.ok) {
    const done = {
      message: adminOrderMessages.moved(to),
      detail: adminOrderMessages.canBeUndone,
      status: to,
      is_undoable: true,
    } as const
    return { actionResult: { order_id, kind: 'done', ...done }, status: 200 }
  }
  if (moved.refusal.code === 'not-found') {
    return {
      actionResult: { order_id, kind: 'refused', message, detail: messages.orderNotFound },
      status: 404,
    }
  }
  const conflict = moved.refusal.code === 'status-changed' ? changedStatusDetail(moved.refusal.status) : {}
  return { actionResult: { order_id, kind: 'refused', message, ...conflict }, status: 409 }
}

const changedStatusDetail = (status: OrderStatus) => ({
  detail: adminOrderMessages.editConflict(status),
  status,
})

async function undo(
  shop: ShopDependencies,
  admin: Admin,
  { order_id, expected_status }: Extract<OrderAction, { intent: 'undo' }>,
): Promise<HandledAction> {
  const undone = await undoMove(shop, admin, { orderId: order_id, expected: expected_status })
  if (undone.ok) {
    const { status } = undone.value
    return {
      actionResult: { order_id, kind: 'done', message: adminOrderMessages.undone(status), status },
      status: 200,
    }
  }
  const refusal = { order_id, kind: 'refused', message: adminOrderMessages.notUndone } as const
  switch (undone.refusal.code) {
    case 'not-found':
      return { actionResult: { ...refusal, detail: messages.orderNotFound }, status: 404 }
    case 'status-changed':
      return { actionResult: { ...refusal, ...changedStatusDetail(undone.refusal.status) }, status: 409 }
    case 'too-late':
      return {
        actionResult: { ...refusal, detail: adminOrderMessages.tooLateToUndo, status: expected_status },
        status: 409,
      }
    case 'nothing-to-undo':
      return {
        actionResult: { ...refusal, detail: adminOrderMessages.nothingToUndo, status: expected_status },
        status: 409,
      }
  }
}

async function cancel(
  shop: ShopDependencies,
  admin: Admin,
  page: AdminCancelContext,
  parsed: Extract<OrderAction, { intent: 'cancel' }>,
): Promise<HandledAction> {
  const { order_id, expected_status: expected, reason, customer_note } = parsed
  const message = messages.orderNotCancelled
  const cancelled = await cancelOrder(shop, admin, {
    orderId: order_id,
    screen: page,
    reason,
    customerNote: customer_note,
    expected,
  })
  if (cancelled.ok) {
    shop.outbox.wake()
    const done = cancelled.value.already_cancelled
      ? adminOrderMessages.alreadyCancelled
      : adminOrderMessages.cancelled
    return { actionResult: { order_id, kind: 'done', message: done, status: 'cancelled' }, status: 200 }
  }
  switch (cancelled.refusal.code) {
    case 'reason-missing': {
      const errors = { reason: messages.cancellationReasonMissing }
      return {
        actionResult: {
          order_id,
          kind: 'refused',
          message: messages.cancellationReasonMissing,
          errors,
          values: { reason, customer_note },
        },
        status: 422,
      }
    }
    case 'not-found':
      return {
        actionResult: { order_id, kind: 'refused', message, detail: messages.orderNotFound },
        status: 404,
      }
    case 'status-changed': {
      return {
        actionResult: {
          order_id,
          kind: 'refused',
          message,
          ...changedStatusDetail(cancelled.refusal.status),
        },
        status: 409,
      }
    }
    default:
      return {
        actionResult: { order_id, kind: 'refused', message, detail: adminOrderMessages.cannotBeCancelled },
        status: 409,
      }
  }
}
