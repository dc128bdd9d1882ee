import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { Client, type ClientBase, type Pool } from 'pg'
import type { RunQuery } from './kysely-pool.server.ts'
import { POOLS } from './pool-settings.server.ts'
import { checkRole, withOptions } from './startup-options.server.ts'
import type { DB } from '#db/schema.ts'

/** Written on the primary; a replica that shows it shows every commit before it. */
export type ReplicaMark = { node: string; number: number }
export type PrimaryMarks = {
  /** Rejects while this node has no connection to the primary. */
  writeMark: () => Promise<ReplicaMark>
  /** Whether this node receives every change. */
  isCurrent: () => boolean
}
/** Called when reads begin to go to the replica, and when they no longer do. */
export type NoticeOfUse = (isUsed: boolean, reason: string | undefined) => void
type ReplicaDependencies = PrimaryMarks & {
  address: string
  /** Opens a pool of the replica; `check` runs on each new connection. */
  openPool: (name: 'visitor' | 'acting', check: (client: ClientBase) => Promise<void>) => Pool
  onNotice: NoticeOfUse
}

export const REPLICA_QUERY_TIMEOUT_MS = 2_000
export const REPLICA_CONNECTION_TIMEOUT_MS = 1_000
/** How long a report waits for the replica before it reads from the primary. */
const MAX_REPORT_WAIT_MS = 500
const MAX_ROUND_MS = 1_000
const MAX_POLL_MS = 10
/** A silent replica is noticed within this and the timeout of its query. */
const CHECK_INTERVAL_MS = 1_000
/** A replica that is a little behind for a moment is no news. */
const NOTICE_AFTER_MS = 5_000

const SHOWS_MARK = {
  name: 'shows-mark',
  text: 'select exists (select from cache_nodes where node = $1 and replica_mark >= $2) as is_shown',
}
/** The marks were seen on one server; behind a load balancer another connection may lead to another one. */
const SERVER_IDENTITY = `select pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '') || ' ' || current_setting('port') as identity`

/**
 * Reads from a replica, never from a state older than the last change that this node has received (ADR-74). A mark is written on the
 * primary after each change; positions in the WAL would not do, because those of two timelines cannot be compared.
 */
export function openReplica({ address, openPool, writeMark, isCurrent, onNotice }: ReplicaDependencies) {
  const stopping = new AbortController()
  let watcher: Client | undefined
  let identity: string | undefined
  let changes = 0
  let shownChanges = -1
  let wake = () => {}
  let lastUsableAt = performance.now()
  let saidToBeUsed: boolean | undefined
  let lastProblem: Error | undefined

  const checkServer = async (client: ClientBase) => {
    const { rows } = await client.query<{ identity: string }>(SERVER_IDENTITY)
    if (identity === undefined || rows[0]?.identity !== identity)
      throw new Error('DATABASE_READ_URL leads to several servers, or the replica has restarted.')
  }
  const pools = { visitor: openPool('visitor', checkServer), acting: openPool('acting', checkServer) }
  const isUsable = () => watcher !== undefined && shownChanges === changes && isCurrent()

  async function connectWatcher() {
    const client = new Client({
      connectionString: withOptions(address, {
        role: POOLS.worker.role,
        search_path: POOLS.worker.searchPath,
      }),
      application_name: 'ninth-bend-replica',
      connectionTimeoutMillis: REPLICA_CONNECTION_TIMEOUT_MS,
      query_timeout: REPLICA_QUERY_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (watcher === client) watcher = undefined
    })
    try {
      await client.connect()
      await checkRole(client, POOLS.worker, address)
      const { rows } = await client.query<{ identity: string }>(SERVER_IDENTITY)
      identity = rows[0]!.identity
      shownChanges = -1
      watcher = client
    } catch (problem) {
      void client.end().catch(() => {})
      throw problem
    }
  }

  function dropWatcher() {
    const lost = watcher
    watcher = undefined
    identity = undefined
    void lost?.end().catch(() => {})
  }

  /** Rejects if the replica does not answer. */
  async function isShown({ node, number }: ReplicaMark, until: number): Promise<boolean> {
    for (let delay = 1; ; delay = Math.min(delay * 2, MAX_POLL_MS)) {
      if (!watcher) throw new Error('There is no connection to the replica.')
      const { rows } = await watcher.query<{ is_shown: boolean }>({ ...SHOWS_MARK, values: [node, number] })
      if (rows[0]!.is_shown) return true
      if (performance.now() > until || stopping.signal.aborted) return false
      await pause(delay)
    }
  }

  /** Also without a change, once a second, so that a replica that is cut off or follows another server is noticed. */
  async function watch() {
    while (!stopping.signal.aborted) {
      const upTo = changes
      try {
        if (!watcher) await connectWatcher()
        const mark = await writeMark()
        if (await isShown(mark, performance.now() + MAX_ROUND_MS)) {
          shownChanges = Math.max(shownChanges, upTo)
          lastProblem = undefined
        } else {
          shownChanges = -1
          lastProblem = new Error('It is behind the primary, or follows another server.')
        }
      } catch (problem) {
        shownChanges = -1
        lastProblem = problem as Error
        dropWatcher()
      }
      tell()
      if (shownChanges !== changes && lastProblem === undefined) continue
      await waitForChange()
    }
  }

  const waitForChange = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(done, CHECK_INTERVAL_MS)
      wake = done
    })

  function tell() {
    if (stopping.signal.aborted) return
    if (lastProblem === undefined) lastUsableAt = performance.now()
    const isUsed = lastProblem === undefined
    if (isUsed === saidToBeUsed) return
    if (!isUsed && performance.now() - lastUsableAt < NOTICE_AFTER_MS) return
    saidToBeUsed = isUsed
    onNotice(isUsed, lastProblem?.message)
  }

  const watching = watch()
  return {
    pools,
    isUsable,
    /** After a notification of a change: the primary is read until the replica shows it. */
    noticeChange() {
      changes += 1
      // A replica with a problem is asked once a second, whatever changes.
      if (!lastProblem) wake()
    },
    /** Whether the replica shows all that was committed before this call. */
    async hasCaughtUp(): Promise<boolean> {
      try {
        return (
          watcher !== undefined && (await isShown(await writeMark(), performance.now() + MAX_REPORT_WAIT_MS))
        )
      } catch {
        return false
      }
    },
    async close() {
      stopping.abort()
      wake()
      await watching
      dropWatcher()
      await Promise.all([pools.visitor.end(), pools.acting.end()])
    },
  }
}

/** Each statement goes to the replica while `isUsable`; one that fails there is asked on the primary. Not for transactions. */
export function createReplicaFallback(
  pools: { primary: Pool; replica: Pool },
  run: RunQuery,
  isUsable: () => boolean,
): Kysely<DB> {
  async function query(pool: Pool, text: string, values: unknown[]) {
    const client = await pool.connect()
    let hasFailed = true
    try {
      const result = await run(client, text, values)
      hasFailed = false
      return result
    } finally {
      // A connection to the replica may be silent, or lead to a server that has restarted.
      client.release(hasFailed && pool === pools.replica)
    }
  }
  const connect = async () => ({
    query: (text: string, values: unknown[]) =>
      isUsable()
        ? query(pools.replica, text, values).catch(() => query(pools.primary, text, values))
        : query(pools.primary, text, values),
    release: () => {},
  })
  const pool = { connect, end: async () => {} } as unknown as PostgresPool
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
