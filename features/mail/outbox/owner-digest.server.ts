import { sql } from 'kysely'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

/** Queues today's digest if it is time and none has been queued. */
export async function queueOwnerDigest({
  db,
  outbox,
  clock,
}: Pick<ShopDependencies, 'db' | 'outbox' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ is_queued: boolean }>`
    select queue_owner_digest(${clock()}) as is_queued`.execute(db.worker)
  if (rows[0]!.is_queued) outbox.wake()
}
