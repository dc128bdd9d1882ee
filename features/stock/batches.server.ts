import { sql } from 'kysely'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { EXPIRY_WARNING_DAYS, type ExpiringBatch } from './expiring-batch.ts'

const MAX_EXPIRING = 10

/** Removes batches past their best-before from pages; checkout refuses them anyway. Running it every few minutes is enough. */
export async function refreshSellableStock({ db }: Pick<ShopDependencies, 'db'>): Promise<void> {
  await sql`select refresh_sellable_stock()`.execute(db.worker)
}

/** Batches in stock that are past their best-before or close to it, the earliest first. */
export async function expiringBatches(
  shop: ShopDependencies,
  admin: Actor,
): Promise<{ today: string; batches: ExpiringBatch[] }> {
  requirePermission(admin, 'dashboard.read')
  const today = londonDay(shop.clock())
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<ExpiringBatch>`
      select b.id, b.product_id, p.name, b.batch_number, to_char(b.best_before, 'YYYY-MM-DD') as best_before, b.remaining
        from product_batches b join products p on p.id = b.product_id
       where b.remaining > 0 and not b.is_recalled and b.best_before <= ${addDays(today, EXPIRY_WARNING_DAYS)}::date
       order by b.best_before, b.id limit ${MAX_EXPIRING}`.execute(db),
  )
  return { today, batches: rows }
}
