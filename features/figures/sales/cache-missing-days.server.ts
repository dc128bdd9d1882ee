import { sql } from 'kysely'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'

type Options = { signal: AbortSignal; pause: () => Promise<unknown> }

/** Caches missing days in the background, one per transaction and latest first, unless another process does; returns how many. */
export async function cacheMissingDays(
  { worker }: Pick<ShopDatabase, 'worker'>,
  { signal, pause }: Options,
): Promise<number> {
  for (let cachedDays = 0; ; cachedDays += 1) {
    if (signal.aborted) return cachedDays
    const { rows } = await sql<{ days: number | null }>`select cache_missing_day() as days`.execute(worker)
    if (!rows[0]!.days) return cachedDays
    await pause()
  }
}
