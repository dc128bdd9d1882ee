import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#platform/database/schema.ts'
import type { RecallEmailData } from './product-recall-email.ts'

/** Written by send_recall_emails(). Emails queued by an earlier version have no order states and no batches. */
export const recallPayload = z.object({
  recall_id: z.guid(),
  order_ids: z.array(z.guid()),
  not_sent: z.array(z.guid()).default([]),
  not_paid: z.array(z.guid()).default([]),
  not_recorded: z.array(z.guid()).default([]),
  batch_ids: z.array(z.guid()).nullable().default(null),
})
type RecallPayload = z.output<typeof recallPayload>

export async function readRecallEmailData(
  db: Kysely<DB>,
  { recall_id, batch_ids, ...orders }: RecallPayload,
): Promise<RecallEmailData> {
  const { rows } = await sql<Omit<RecallEmailData, keyof typeof orders>>`
    select p.name as product_name, p.net_weight, r.customer_text,
           (select coalesce(json_agg(json_build_object('id', b.id, 'is_unrecorded', b.is_unrecorded, 'batch_number', b.batch_number,
                     'best_before', to_char(b.best_before, 'YYYY-MM-DD')) order by b.batch_number), '[]')
              from recall_batches c join product_batches b on b.id = c.batch_id
             where c.recall_id = r.id and (${batch_ids}::uuid[] is null or b.id = any (${batch_ids}::uuid[]))) as batches
      from recalls r join products p on p.id = r.product_id where r.id = ${recall_id}`.execute(db)
  const [recall] = rows
  if (!recall) throw new Error(`There is no recall ${recall_id}.`)
  return { ...recall, ...orders }
}
