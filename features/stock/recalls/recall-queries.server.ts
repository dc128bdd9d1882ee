import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type {
  BuyerTotals,
  Recall,
  RecallableBatch,
  RecalledOrder,
  RecalledPieces,
  RecallSummary,
} from './recall.ts'

const BATCH_COLUMNS = sql`b.id, b.is_unrecorded, b.batch_number, to_char(b.best_before, 'YYYY-MM-DD') as best_before, b.received_at, b.remaining,
  b.is_recalled`

export async function selectProductBatches(db: Kysely<DB>, productId: string): Promise<RecallableBatch[]> {
  const { rows } = await sql<RecallableBatch>`
    select ${BATCH_COLUMNS} from product_batches b
     where b.product_id = ${productId} order by b.is_unrecorded, b.received_at desc, b.id`.execute(db)
  return rows
}

/** `batchIds` null: the whole product. Newest first; `limit` null: all of them. */
export async function selectRecalledOrders(
  db: Kysely<DB>,
  {
    productId,
    batchIds,
    limit,
  }: { productId: string; batchIds: readonly string[] | null; limit: number | null },
): Promise<RecalledOrder[]> {
  const { rows } = await sql<RecalledOrder>`
    select o.id as order_id, held.quantity, o.status, o.created_at, o.shipping_address ->> 'full_name' as full_name,
           o.shipping_address ->> 'phone' as phone, coalesce(u.email, o.shipping_address ->> 'email') as email
      from find_batch_orders(${productId}, ${batchIds}::uuid[]) held
      join orders o on o.id = held.order_id
      left join user_profiles u on u.user_id = o.user_id
     order by o.created_at desc, o.id limit ${limit}`.execute(db)
  return rows
}

export async function selectBuyerTotals(
  db: Kysely<DB>,
  productId: string,
  batchIds: readonly string[] | null,
): Promise<BuyerTotals> {
  const { rows } = await sql<BuyerTotals>`
    select count(*)::integer as orders, coalesce(sum(held.quantity), 0)::integer as pieces, count(distinct o.user_id)::integer as customers,
           count(distinct o.user_id) filter (where coalesce(u.email, o.shipping_address ->> 'email') is null)::integer as without_email
      from find_batch_orders(${productId}, ${batchIds}::uuid[]) held
      join orders o on o.id = held.order_id
      left join user_profiles u on u.user_id = o.user_id`.execute(db)
  return rows[0]!
}

export async function selectRecalls(db: Kysely<DB>, limit: number): Promise<RecallSummary[]> {
  const { rows } = await sql<RecallSummary>`
    select r.id, p.name as product_name, r.reason, r.created_at, r.mailed_at, r.ended_at, r.end_outcome
      from recalls r join products p on p.id = r.product_id order by r.created_at desc, r.id limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function selectRecall(db: Kysely<DB>, id: string): Promise<Recall | undefined> {
  const { rows } = await sql<Recall>`
    select r.id, p.name as product_name, r.product_id, r.reason, r.customer_text, r.created_at, r.mailed_at, r.mailed_customers,
           r.ended_at, r.end_outcome, r.end_reason, coalesce(u.full_name, u.email) as created_by, coalesce(e.full_name, e.email) as ended_by,
           (select json_agg(batch order by batch.received_at) from (
             select ${BATCH_COLUMNS} from recall_batches c join product_batches b on b.id = c.batch_id where c.recall_id = r.id) batch) as batches
      from recalls r join products p on p.id = r.product_id left join user_profiles u on u.user_id = r.created_by
      left join user_profiles e on e.user_id = r.ended_by
     where r.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectRecalledPieces(
  db: Kysely<DB>,
  orderIds: readonly string[],
): Promise<RecalledPieces[]> {
  const { rows } = await sql<RecalledPieces>`
    select order_id, product_id, quantity from find_recalled_pieces(${orderIds}::uuid[])`.execute(db)
  return rows
}

/** Each wording with the number of customers who get it, and a sample of its outbox payload. */
export async function selectRecallWordings(
  db: Kysely<DB>,
  id: string,
): Promise<{ customers: number; payload: unknown }[]> {
  const { rows } = await sql<{ customers: number; payload: unknown }>`
    select count(*)::integer as customers, (array_agg(f.payload order by f.user_id))[1] as payload
      from find_recall_recipients(${id}) f
     where f.email is not null
     group by f.payload -> 'not_sent' <> '[]', f.payload -> 'not_paid' <> '[]', f.payload -> 'not_recorded' <> '[]',
              exists (select from jsonb_array_elements_text(f.payload -> 'order_ids') as placed (id)
                       where not jsonb_exists((f.payload -> 'not_sent') || (f.payload -> 'not_paid') || (f.payload -> 'not_recorded'), placed.id))
     order by customers desc`.execute(db)
  return rows
}
