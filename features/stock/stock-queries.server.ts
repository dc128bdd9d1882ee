import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { StockMovement } from './stock-movement.ts'

const MAX_MOVEMENTS = 100

export function selectStockMovements(db: Kysely<DB>, productId: string): Promise<StockMovement[]> {
  return db
    .selectFrom('inventory_adjustments as change')
    .leftJoin('user_profiles as author', 'author.user_id', 'change.actor_id')
    .where('change.product_id', '=', productId)
    .select([
      'change.id',
      'change.quantity_change',
      'change.stock_after',
      'change.reason',
      'change.action_type',
      'change.actor_kind',
      'change.order_id',
      'change.created_at',
    ])
    .select((change) => change.fn.coalesce('author.full_name', 'author.email').as('author_name'))
    .select(
      sql<StockMovement['batches']>`(
        select coalesce(json_agg(json_build_object('batch_number', b.batch_number, 'is_unrecorded', b.is_unrecorded,
                 'quantity', m.quantity_change) order by m.id), '[]')
          from batch_movements m join product_batches b on b.id = m.batch_id where m.adjustment_id = change.id)`.as(
        'batches',
      ),
    )
    .orderBy('change.id', 'desc')
    .limit(MAX_MOVEMENTS)
    .$castTo<StockMovement>()
    .execute()
}
