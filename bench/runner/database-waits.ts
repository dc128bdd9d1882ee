import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { formatPercentage } from './http-load.ts'

const SAMPLING_INTERVAL_MS = 20
const WAIT_EVENTS_QUERY = `
  select case when wait_event_type is null then 'at work'
              when wait_event = 'ClientRead' then 'waiting for the shop within a transaction'
              else wait_event_type || ' ' || wait_event end as doing
    from pg_stat_activity
   where datname = current_database() and application_name = 'ninth-bend' and (state = 'active' or state like 'idle in%')`

/** Samples what the shop's connections are doing, until it is stopped and returns a summary. */
export function sampleDatabaseWaits(db: DatabaseClient): { stop: () => Promise<string> } {
  const counts = new Map<string, number>()
  const stopping = new AbortController()
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      for (const { doing } of await db.query<{ doing: string }>(WAIT_EVENTS_QUERY))
        counts.set(doing, (counts.get(doing) ?? 0) + 1)
      await pause(SAMPLING_INTERVAL_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await sampling
      const all = [...counts.values()].reduce((sum, times) => sum + times, 0)
      const frequent = [...counts]
        .filter(([, times]) => times / all >= 0.01)
        .sort(([, left], [, right]) => right - left)
      return frequent.map(([doing, times]) => `${doing} ${formatPercentage(times, all)}`).join(', ')
    },
  }
}
