import { z } from 'zod'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { packingSlipMessages } from '#features/orders/admin-order-messages.ts'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import { moveOrders, undoMoves, type BulkMoveResult } from '#features/orders/bulk-moves/move-orders.server.ts'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import type { Refusal } from '#shop/outcome.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readForm, readIntent } from '#kit/actions/read-form.server.ts'
import { orderMoveRefused, orderUndoRefused } from '#features/orders/order-refusals.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { ChosenOrders, ChosenOrdersResult } from './chosen-orders-result.ts'

const INTENT = { intent: 'move-chosen' } as const

type Handled = Promise<HandledAction<ChosenOrdersResult>>

const orderStatus = z.enum(ORDER_STATUSES)
const stepForm = z.object({
  move_chosen: orderStatus,
  chosen: z.array(z.templateLiteral([z.uuid(), ':', orderStatus])),
})
const undoForm = z.object({ expected_status: orderStatus, ids: z.array(z.uuid()) })

/** The list's forms for several orders: a step for the selected ones, and its undo. */
export const isChosenOrdersForm = (form: FormData): boolean =>
  form.has('move_chosen') || readIntent(form) === 'undo-chosen'

/** The IDs of the selected orders, whatever their status. */
export const readChosenIds = (form: FormData): string[] =>
  form
    .getAll('chosen')
    .map((value) => String(value).split(':')[0]!)
    .filter(isValidId)

/** 400: invalid form, 409: no order moved, 422: none or too many selected, 503: database failure. */
export const handleChosenOrders = (shop: ShopDependencies, admin: Admin, form: FormData): Handled =>
  (readIntent(form) === 'undo-chosen' ? undo : move)(shop, admin, form)

const invalidForm = {
  status: 400,
  actionResult: { ...INTENT, kind: 'failed' as const, message: messages.badRequest },
}
const noneChosen = refuse(422, { ...INTENT, message: packingSlipMessages.chooseAnOrder })

/** Refusals of the whole list; each order gets the answer of a single one. */
const bulkMoveRefused = refusalAnswers<RefusalOf<typeof moveOrders>>({
  'not-found': refuse(404, { message: messages.orderNotFound }),
  'too-many': ({ max }) => refuse(422, { message: bulkMoveMessages.tooMany(max) }),
})

async function move(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const form = await readForm(submitted, stepForm, { lists: ['chosen'] })
  const to = form.ok && NEXT_STATUS[form.value.move_chosen]
  if (!form.ok || !to) return invalidForm
  const { move_chosen: expected, chosen } = form.value
  // Selected orders in another status are ignored.
  const orderIds = chosen.flatMap((value) => {
    const [id, displayed] = value.split(':')
    return displayed === expected ? [id!] : []
  })
  if (orderIds.length === 0) return noneChosen
  const answer = await moveOrders(shop, admin, { orderIds, expected, to })
  if (!answer.ok) return withFields(bulkMoveRefused(answer.refusal), INTENT)
  const orders = toChosenOrders(to, answer.value, (refusal) => orderMoveRefused(refusal).actionResult)
  const fields = {
    ...INTENT,
    message: bulkMoveMessages.moved(expected, orders.movedIds.length),
    chosen: orders,
  }
  return orders.movedIds.length > 0
    ? { status: 200, actionResult: { ...fields, kind: 'done', is_undoable: true } }
    : refuse(409, fields)
}

async function undo(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const form = await readForm(submitted, undoForm, { lists: ['ids'] })
  const previous =
    form.ok && ORDER_STATUSES.find((status) => NEXT_STATUS[status] === form.value.expected_status)
  if (!form.ok || !previous) return invalidForm
  const { expected_status: expected, ids: orderIds } = form.value
  if (orderIds.length === 0) return noneChosen
  const answer = await undoMoves(shop, admin, { orderIds, expected })
  if (!answer.ok) return withFields(bulkMoveRefused(answer.refusal), INTENT)
  const orders = toChosenOrders(
    previous,
    answer.value,
    (refusal) => orderUndoRefused(refusal, { expected }).actionResult,
  )
  const fields = {
    ...INTENT,
    message: bulkMoveMessages.undone(previous, orders.movedIds.length),
    chosen: orders,
  }
  return orders.movedIds.length > 0
    ? { status: 200, actionResult: { ...fields, kind: 'done' } }
    : refuse(409, fields)
}

type RefusedOrder = { message?: string; detail?: string; status?: OrderStatus }

const toChosenOrders = <R extends Refusal>(
  status: OrderStatus,
  { moved, refused }: BulkMoveResult<R>,
  answerOf: (refusal: R) => RefusedOrder,
): ChosenOrders => ({
  movedIds: moved.map(({ id }) => id),
  status,
  refused: refused.map(({ id, refusal }) => {
    const { detail, message = '', status: current } = answerOf(refusal)
    return { id, message: detail ?? message, ...(current && { status: current }) }
  }),
})
