import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { OrderEdit } from '#features/orders/order.ts'

/** The combined changes of all edits between two history entries. */
export async function readOrderChanges(
  db: Kysely<DB>,
  { order_id, since, until }: { order_id: string; since: number; until: number },
): Promise<OrderEdit> {
  const { rows } = await sql<{ changes: OrderEdit }>`
    select order_changes(${order_id}, ${since}, ${until}) as changes`.execute(db)
  return rows[0]!.changes
}
