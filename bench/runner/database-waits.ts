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

/** Looks again and again at what the connections of the shop are doing, until it is stopped and says it in words. */
export function sampleDatabaseWaits(db: DatabaseClient): { stop: () => Promise<string> } {
  const seen = new Map<string, number>()
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const { doing } of await db.query<{ doing: string }>(WAIT_EVENTS_QUERY)) seen.set(doing, (seen.get(doing) ?? 0) + 1)
      await pause(SAMPLING_INTERVAL_MS)
    }
  })()
  return {
    async stop() {
      over.abort()
      await watching
      const all = [...seen.values()].reduce((sum, times) => sum + times, 0)
      const often = [...seen].filter(([, times]) => times / all >= 0.01).sort(([, left], [, right]) => right - left)
      return often.map(([doing, times]) => `${doing} ${formatPercentage(times, all)}`).join(', ')
    },
  }
}
