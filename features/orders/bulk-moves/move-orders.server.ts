import { callProcedure, type Answer, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { done, type Done, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

type BulkAnswer = Answer<'move_orders' | 'undo_order_moves'>
type BulkRefused = Extract<BulkAnswer, { ok: false }>
/** The orders that moved, and why the others did not. */
export type BulkMoveResult<R extends Refusal> = {
  moved: { id: string; status: OrderStatus }[]
  refused: { id: string; refusal: R }[]
}

/**
 * Moves many orders to the next status in one database call, each by the rules of moveOrder. Refused as a
 * whole: too-many (with the maximum), not-found for a former administrator.
 */
export async function moveOrders(
  shop: ShopDependencies,
  admin: Actor,
  { orderIds, expected, to }: { orderIds: readonly string[]; expected: OrderStatus; to: OrderStatus },
): Promise<Done<BulkMoveResult<ProcedureRefusal<'move_order'>>> | BulkRefused> {
  requirePermission(admin, 'orders.move')
  const moves = toMoves(orderIds, { expected_status: expected, to_status: to })
  return toBulkResult(
    orderIds,
    await shop.db.queryAs(admin, (db) => callProcedure(db, 'move_orders', { moves })),
  )
}

/** Undoes the last step of many orders in one database call, each by the rules of undoMove. Refused as a whole like moveOrders. */
export async function undoMoves(
  shop: ShopDependencies,
  admin: Actor,
  { orderIds, expected }: { orderIds: readonly string[]; expected: OrderStatus },
): Promise<Done<BulkMoveResult<ProcedureRefusal<'undo_order_move'>>> | BulkRefused> {
  requirePermission(admin, 'orders.move')
  const moves = toMoves(orderIds, { expected_status: expected })
  return toBulkResult(
    orderIds,
    await shop.db.queryAs(admin, (db) => callProcedure(db, 'undo_order_moves', { moves })),
  )
}

const toMoves = (orderIds: readonly string[], fields: object) =>
  [...new Set(orderIds)].filter(isValidId).map((id) => ({ id, ...fields }))

function toBulkResult<R extends Refusal>(
  orderIds: readonly string[],
  answer: BulkAnswer,
): Done<BulkMoveResult<R | Refusal<'not-found'>>> | BulkRefused {
  if (!answer.ok) return answer
  const results = answer.value as ({ id: string } & Outcome<{ status: OrderStatus }, R>)[]
  const invalidIds = [...new Set(orderIds)].filter((id) => !isValidId(id))
  return done({
    moved: results.flatMap((result) => (result.ok ? [{ id: result.id, ...result.value }] : [])),
    refused: [
      ...results.flatMap((result) => (result.ok ? [] : [{ id: result.id, refusal: result.refusal }])),
      ...invalidIds.map((id) => ({ id, refusal: { code: 'not-found' as const } })),
    ],
  })
}
