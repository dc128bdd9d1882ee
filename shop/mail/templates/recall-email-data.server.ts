import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { RecallEmailData } from './product-recall-email.ts'

export async function readRecallEmailData(
  db: Kysely<DB>,
  recallId: string,
): Promise<Omit<RecallEmailData, 'order_ids'>> {
  const { rows } = await sql<Omit<RecallEmailData, 'order_ids'>>`
    select p.name as product_name, p.net_weight, r.customer_text,
           (select json_agg(json_build_object('batch_number', b.batch_number, 'best_before', to_char(b.best_before, 'YYYY-MM-DD')) order by b.batch_number)
              from recall_batches c join product_batches b on b.id = c.batch_id where c.recall_id = r.id) as batches
      from recalls r join products p on p.id = r.product_id where r.id = ${recallId}`.execute(db)
  const [recall] = rows
  if (!recall) throw new Error(`There is no recall ${recallId}.`)
  return recall
}
