import { sql } from 'kysely'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { RETENTION_KINDS, type RetentionDays, type RetentionKind } from '#shop/retention.ts'

/** Small enough that no other statement waits noticeably for its locks. */
const ROWS_PER_BATCH = 1000
/** The next sweep deletes the rest: up to 2.4 million rows of each kind a day. */
const MAX_BATCHES = 100

/** Runs in the background, one transaction per batch. Returns the number of deleted rows by kind. */
export async function deleteExpiredRows(
  { worker }: Pick<ShopDatabase, 'worker'>,
  days: RetentionDays,
  { signal, rowsPerBatch = ROWS_PER_BATCH }: { signal?: AbortSignal; rowsPerBatch?: number } = {},
): Promise<Record<RetentionKind, number>> {
  const deleted = { 'sent-emails': 0, 'idempotency-keys': 0, 'access-events': 0, 'audit-events': 0 }
  const deleteBatch = async (kind: RetentionKind): Promise<number> => {
    if (signal?.aborted) return 0
    const { rows } = await sql<{ count: number }>`
      select delete_expired_rows(${kind}, ${days[kind]}, ${rowsPerBatch}) as count`.execute(worker)
    return rows[0]!.count
  }
  for (const kind of RETENTION_KINDS) {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const count = await deleteBatch(kind)
      deleted[kind] += count
      if (count < rowsPerBatch) break
    }
  }
  return deleted
}
