import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { DeliveredProduct, DeliverySummary, ReceivedDelivery, TypedLine } from './delivery.ts'

type TypedDelivery = {
  id: string
  version: number
  supplier: string
  reason: string
  lines: readonly TypedLine[]
}

export async function selectDeliveries(db: Kysely<DB>, limit: number): Promise<DeliverySummary[]> {
  const { rows } = await sql<DeliverySummary>`
    select d.id, d.supplier, d.created_at, d.received_at, coalesce(u.full_name, u.email) as by,
           case when d.received_at is null then jsonb_array_length(d.lines) else received.lines end as lines,
           coalesce(received.pieces, 0)::integer as pieces
      from deliveries d
      left join user_profiles u on u.user_id = coalesce(d.received_by, d.created_by)
      left join lateral (
        select count(*)::integer as lines, sum(a.quantity_change) as pieces
          from product_batches b
          join inventory_adjustments a on a.batch_id = b.id and a.product_id = b.product_id and a.action_type = 'delivery_received'
         where b.delivery_id = d.id) received on d.received_at is not null
     order by d.created_at desc, d.id limit ${limit}`.execute(db)
  return rows
}

export type StoredDelivery = Omit<TypedDelivery, 'lines' | 'supplier' | 'reason'> & {
  supplier: string | null
  reason: string | null
  lines: TypedLine[]
  received_at: string | null
  received_by: string | null
}

export async function selectDelivery(db: Kysely<DB>, id: string): Promise<StoredDelivery | undefined> {
  const { rows } = await sql<StoredDelivery>`
    select d.id, d.version, d.supplier, d.reason, d.lines, d.received_at, coalesce(u.full_name, u.email) as received_by
      from deliveries d left join user_profiles u on u.user_id = d.received_by where d.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectBatchesOfDelivery(
  db: Kysely<DB>,
  id: string,
): Promise<ReceivedDelivery['batches']> {
  const { rows } = await sql<ReceivedDelivery['batches'][number]>`
    select b.product_id, p.name, b.batch_number, to_char(b.best_before, 'YYYY-MM-DD') as best_before, b.unit_cost, b.remaining, b.is_recalled,
           (select a.quantity_change from inventory_adjustments a
             where a.product_id = b.product_id and a.batch_id = b.id and a.action_type = 'delivery_received') as quantity
      from product_batches b join products p on p.id = b.product_id
     where b.delivery_id = ${id} order by b.line_number`.execute(db)
  return rows
}

export const selectDeliveredProducts = (
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<DeliveredProduct[]> =>
  db
    .selectFrom('products')
    .select(['id as product_id', 'name', 'net_weight', 'stock'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
