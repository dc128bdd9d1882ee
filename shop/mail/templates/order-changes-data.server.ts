import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { OrderEdit } from '#shop/orders/order.ts'

/** What the edits from one history entry to another have changed together. */
export async function readOrderChanges(
  db: Kysely<DB>,
  { order_id, since, until }: { order_id: string; since: number; until: number },
): Promise<OrderEdit> {
  const { rows } = await sql<{ changes: OrderEdit }>`
    select order_changes(${order_id}, ${since}, ${until}) as changes`.execute(db)
  return rows[0]!.changes
}
