import { sql } from 'kysely'
import { londonDay, type Day } from '#shop/dates/dates.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type { ProductBatch } from './batch-change.ts'
import type { PackedBatch } from './describe-packed-batch.ts'

/** In the order of sale; null if there is no such product. */
export async function readProductBatches(
  shop: ShopDependencies,
  admin: Actor,
  productId: string,
): Promise<{ name: string; batches: ProductBatch[] } | null> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(productId)) return null
  const today = londonDay(shop.clock())
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<{ name: string; batches: ProductBatch[] }>`
      select p.name, coalesce((
        select json_agg(json_build_object('id', b.id, 'is_unrecorded', b.is_unrecorded, 'batch_number', b.batch_number,
                 'best_before', to_char(b.best_before, 'YYYY-MM-DD'), 'received_at', b.received_at, 'remaining', b.remaining,
                 'is_recalled', b.is_recalled, 'is_past', coalesce(b.best_before < ${today}::date, false))
                 order by b.remaining = 0, b.is_unrecorded desc, b.best_before, b.received_at, b.id)
          from product_batches b where b.product_id = p.id), '[]') as batches
        from products p where p.id = ${productId}`.execute(db),
  )
  return rows[0] ?? null
}

type Names = { batch_number: string | null; best_before: Day | null }
/** `seen` has the values that the form showed. */
export async function correctBatch(
  shop: ShopDependencies,
  admin: Actor,
  { batchId, seen, names }: { batchId: string; seen: Names; names: Names },
): Promise<Answer<'correct_batch'>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(batchId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'correct_batch', {
      batch_id: batchId,
      seen_number: seen.batch_number,
      seen_best_before: seen.best_before,
      number: names.batch_number,
      best_before: names.best_before,
    }),
  )
}

/** Writes off units that were thrown away or lost. Refused: not-found, fields-missing, below-zero (with the remaining units). */
export async function writeOffBatch(
  shop: ShopDependencies,
  admin: Actor,
  {
    productId,
    batchId,
    pieces,
    reason,
  }: { productId: string; batchId: string; pieces: number; reason: string },
): Promise<Answer<'update_product_stock'>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(batchId) || !isValidId(productId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'update_product_stock', {
      product_id: productId,
      quantity_change: -pieces,
      action_type: 'manual_adjustment',
      notes: stripNul(reason),
      batch_id: batchId,
    }),
  )
}

export type PackingBatch = PackedBatch & { order_id: string; product_id: string }

/** The batches from which the packer takes an order's units; empty for products without batches. */
export async function packingBatches(
  shop: ShopDependencies,
  admin: Actor,
  orderIds: readonly string[],
): Promise<PackingBatch[]> {
  requirePermission(admin, 'orders.read-all')
  const ids = orderIds.filter(isValidId)
  if (ids.length === 0) return []
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<PackingBatch>`
      select order_id, product_id, is_unrecorded, batch_number, to_char(best_before, 'YYYY-MM-DD') as best_before, quantity
        from find_packing_batches(${ids}::uuid[])`.execute(db),
  )
  return rows
}
