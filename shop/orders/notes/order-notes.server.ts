import { sql } from 'kysely'
import { isValidId } from '#shop/ids.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

/** Adds an internal note to an order; notes are never changed, and those of packers are for packers. Refused: not-found, note-invalid. */
export async function addOrderNote(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, text, isForPackers }: { orderId: string; text: string; isForPackers: boolean },
): Promise<Outcome<object, Refusal<'not-found' | 'note-invalid'>>> {
  requirePermission(admin, 'orders.note')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, async (db) => {
    const { rows } = await sql<{ answer: Outcome<object, Refusal<'not-found' | 'note-invalid'>> }>`
      select add_order_note(${orderId}, ${text}, ${isForPackers}) as answer`.execute(db)
    return rows[0]!.answer
  })
}
