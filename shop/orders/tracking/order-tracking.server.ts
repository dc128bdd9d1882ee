import { sql } from 'kysely'
import { isValidId } from '#shop/ids.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { MoveRefusal } from '#shop/orders/order-procedures.server.ts'
import type { OrderStatus } from '#shop/orders/order-status.ts'
import type { TrackedOrder } from './carriers.ts'

type TrackingRefusal =
  | Refusal<'not-found' | 'tracking-invalid' | 'changed-meanwhile'>
  | (Refusal<'not-shipped'> & { status: OrderStatus })

/** Ships an order that is processing, with its tracking number if there is one. Refused like moveOrder; tracking-invalid. */
export async function shipOrder(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, expected, carrier, tracking_number }: TrackedOrder & { orderId: string; expected: OrderStatus },
): Promise<Outcome<{ status: OrderStatus }, MoveRefusal | Refusal<'tracking-invalid'>>> {
  requirePermission(admin, 'orders.move')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, async (db) => {
    const { rows } = await sql<{
      answer: Outcome<{ status: OrderStatus }, MoveRefusal | Refusal<'tracking-invalid'>>
    }>`select ship_order(${orderId}, ${expected}, ${carrier}, ${tracking_number}) as answer`.execute(db)
    return rows[0]!.answer
  })
}

/**
 * Adds, corrects or (both null) removes the tracking number of a shipped order; `version` is the displayed one.
 * Refused: not-found, not-shipped (with the status), changed-meanwhile, tracking-invalid.
 */
export async function saveTracking(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, version, carrier, tracking_number }: TrackedOrder & { orderId: string; version: number },
): Promise<Outcome<{ version: number }, TrackingRefusal>> {
  requirePermission(admin, 'orders.edit')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, async (db) => {
    const { rows } = await sql<{ answer: Outcome<{ version: number }, TrackingRefusal> }>`
      select save_order_tracking(${orderId}, ${version}, ${carrier}, ${tracking_number}) as answer`.execute(
      db,
    )
    return rows[0]!.answer
  })
}
