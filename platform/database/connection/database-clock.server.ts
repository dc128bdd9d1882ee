import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'

const RENEWAL_INTERVAL_MS = 10_000

export type DatabaseClock = { now: () => Date; stop: () => void }
type ClockOptions = {
  /** Milliseconds since 1970. */
  readTime: () => Promise<number>
  /** Milliseconds of a monotonic clock, which is never set. */
  elapsed?: () => number
  intervalMs?: number
}

/** The database's time, calculated between two readings, so that nodes with different clocks agree. Continues while the database is away. */
export async function openDatabaseClock({
  readTime,
  elapsed = () => performance.now(),
  intervalMs = RENEWAL_INTERVAL_MS,
}: ClockOptions): Promise<DatabaseClock> {
  let startedAt = -Infinity
  let isLooking = false

  async function look() {
    const askedAt = elapsed()
    const time = await readTime()
    const [earliest, latest] = [time - elapsed(), time - askedAt]
    // The answer may be from any moment between request and response, so it corrects only what it disproves.
    if (startedAt < earliest || startedAt > latest) startedAt = (earliest + latest) / 2
  }

  await look()
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(() => {})
      .finally(() => (isLooking = false))
  }, intervalMs)
  timer.unref()
  return { now: () => new Date(startedAt + elapsed()), stop: () => clearInterval(timer) }
}

export async function readDatabaseTime(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(db)
  return rows[0]!.time
}
