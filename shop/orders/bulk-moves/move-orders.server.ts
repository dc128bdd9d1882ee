import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import { isValidId } from '#shop/ids.ts'
import { done, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { MoveRefusal, UndoRefusal } from '#shop/orders/order-procedures.server.ts'
import type { OrderStatus } from '#shop/orders/order-status.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

type BulkRefusal = Refusal<'not-found'> | (Refusal<'too-many'> & { max: number })
/** The orders that moved, and why each other one did not. */
export type BulkMoveResult<R extends Refusal> = {
  moved: { id: string; status: OrderStatus }[]
  refused: { id: string; refusal: R }[]
}
type OrderResult<R extends Refusal> = { id: string } & Outcome<{ status: OrderStatus }, R>
type ProcedureAnswer<R extends Refusal> = Outcome<OrderResult<R>[], BulkRefusal>

/**
 * Moves many orders from one status to the next in one call of the database, each by the rules of moveOrder.
 * Refused as a whole: too-many (with the most at once), not-found for somebody who is no administrator any more.
 */
export async function moveOrders(
  shop: ShopDependencies,
  admin: Actor,
  { orderIds, expected, to }: { orderIds: readonly string[]; expected: OrderStatus; to: OrderStatus },
): Promise<Outcome<BulkMoveResult<MoveRefusal>, BulkRefusal>> {
  requirePermission(admin, 'orders.move')
  const moves = toMoves(orderIds, { expected_status: expected, to_status: to })
  return toBulkResult(
    orderIds,
    await shop.db.queryAs(admin, (db) =>
      callProcedure<MoveRefusal>(db, sql`select move_orders(${moves}) as answer`),
    ),
  )
}

/**
 * Undoes the last step of many orders in one call of the database, each by the rules of undoMove.
 * Refused as a whole as moveOrders.
 */
export async function undoMoves(
  shop: ShopDependencies,
  admin: Actor,
  { orderIds, expected }: { orderIds: readonly string[]; expected: OrderStatus },
): Promise<Outcome<BulkMoveResult<UndoRefusal>, BulkRefusal>> {
  requirePermission(admin, 'orders.move')
  const moves = toMoves(orderIds, { expected_status: expected })
  return toBulkResult(
    orderIds,
    await shop.db.queryAs(admin, (db) =>
      callProcedure<UndoRefusal>(db, sql`select undo_order_moves(${moves}) as answer`),
    ),
  )
}

const toMoves = (orderIds: readonly string[], fields: object) =>
  JSON.stringify([...new Set(orderIds)].filter(isValidId).map((id) => ({ id, ...fields })))

async function callProcedure<R extends Refusal>(db: Kysely<DB>, call: ReturnType<typeof sql>) {
  const { rows } = await call.execute(db)
  return (rows[0] as { answer: ProcedureAnswer<R> }).answer
}

function toBulkResult<R extends Refusal>(
  orderIds: readonly string[],
  answer: ProcedureAnswer<R>,
): Outcome<BulkMoveResult<R | Refusal<'not-found'>>, BulkRefusal> {
  if (!answer.ok) return answer
  const invalidIds = [...new Set(orderIds)].filter((id) => !isValidId(id))
  return done({
    moved: answer.value.flatMap((result) => (result.ok ? [{ id: result.id, ...result.value }] : [])),
    refused: [
      ...answer.value.flatMap((result) => (result.ok ? [] : [{ id: result.id, refusal: result.refusal }])),
      ...invalidIds.map((id) => ({ id, refusal: { code: 'not-found' as const } })),
    ],
  })
}
