import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientBase } from 'pg'
import { describeLocation, mustBePrimary, splitHosts } from './database-url.server.ts'

/** How long a request waits for a primary during a failover before it is refused. */
export const PRIMARY_WAIT_MS = 5_000
const PROBE_TIMEOUT_MS = 1_000
const PROBE_INTERVAL_MS = 100

/** No host accepts writes at present, or the database takes no more connections; an expected refusal, answered with 503. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** A promotion begins a new timeline, the first eight digits of the names of WAL files. A standby has no names yet. */
const STATE_QUERY = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`
type HostState = { is_writable: boolean; timeline: string | null }

export type PrimaryHost = {
  /** The host that was the primary when last asked. */
  current(): string
  /** Asks all hosts, once for concurrent callers, until one is the primary. Throws {@link DatabaseUnavailableError}. */
  find(): Promise<void>
  /** Throws {@link DatabaseUnavailableError} if the connection does not lead to the primary. */
  check(client: ClientBase): Promise<void>
}

const known = new Map<string, PrimaryHost>()

/** Null if any server that answers is right. Pools of the same hosts share what they find. */
export function primaryHostOf(connectionString: string): PrimaryHost | null {
  if (!mustBePrimary(connectionString)) return null
  const shared = known.get(connectionString)
  if (shared) return shared
  const created = createPrimaryHost(connectionString)
  known.set(connectionString, created)
  return created
}

export function createPrimaryHost(connectionString: string): PrimaryHost {
  const hosts = splitHosts(connectionString)
  let current = hosts[0]!
  // A former primary that comes back accepts writes again; they would be lost. Zero-padded, so texts compare like numbers.
  let newestTimeline = ''
  let search: Promise<void> | undefined

  const isPrimary = ({ is_writable, timeline }: HostState) =>
    is_writable && (timeline ?? '') >= newestTimeline
  const unavailable = () =>
    new DatabaseUnavailableError(`No host of ${describeLocation(connectionString)} accepts writes.`)

  async function searchHosts() {
    const giveUpAt = performance.now() + PRIMARY_WAIT_MS
    do {
      const found = (await Promise.all(hosts.map(probe))).filter(
        (state) => state !== null && isPrimary(state),
      )
      const [primary] = found.toSorted((left, right) => compareTimelines(right!, left!))
      if (primary) {
        current = primary.host
        newestTimeline = primary.timeline ?? ''
        return
      }
      await pause(PROBE_INTERVAL_MS)
    } while (performance.now() < giveUpAt)
    throw unavailable()
  }

  return {
    current: () => current,
    find: () => (search ??= searchHosts().finally(() => (search = undefined))),
    async check(client) {
      const { rows } = await client.query<HostState>(STATE_QUERY)
      if (!rows[0] || !isPrimary(rows[0])) throw unavailable()
      newestTimeline = rows[0].timeline ?? ''
    },
  }
}

const compareTimelines = (left: HostState, right: HostState) =>
  (left.timeline ?? '') < (right.timeline ?? '') ? -1 : Number(left.timeline !== right.timeline)

async function probe(host: string): Promise<(HostState & { host: string }) | null> {
  const client = new Client({
    connectionString: host,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<HostState>(STATE_QUERY)
    return rows[0] ? { ...rows[0], host } : null
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

/** Refusals of a server that starts, stops or is full, and broken connections. */
const UNAVAILABLE_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const TOO_MANY_CONNECTIONS = '53300'

export const isTooManyConnections = (error: unknown): boolean =>
  (error as { code?: string }).code === TOO_MANY_CONNECTIONS

/** Whether a later attempt may succeed without any change: the shop answers 503 and asks to try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return (
    error instanceof DatabaseUnavailableError ||
    UNAVAILABLE_CODES.has(code) ||
    /^Connection terminated|^timeout (expired|exceeded)|fallen silent|not queryable/.test(error.message) ||
    (error.cause !== undefined && isDatabaseUnavailable(error.cause))
  )
}
