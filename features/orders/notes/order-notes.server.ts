import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

/** Adds an internal note to an order. Notes are never changed, and a packer's notes are for packers. Refused: not-found, note-invalid. */
export async function addOrderNote(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, text, isForPackers }: { orderId: string; text: string; isForPackers: boolean },
): Promise<Answer<'add_order_note'>> {
  requirePermission(admin, 'orders.note')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'add_order_note', { order_id: orderId, text, is_for_packers: isForPackers }),
  )
}
