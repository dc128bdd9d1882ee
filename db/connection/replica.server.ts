import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { Client, type ClientBase, type Pool } from 'pg'
import { DatabaseStartupError } from './database-error.server.ts'
import type { RunQuery } from './kysely-pool.server.ts'
import { POOLS } from './pool-settings.server.ts'
import { checkRole, checkStartupMarker, withOptions, withStartupMarker } from './startup-options.server.ts'
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
  /** Opens a pool of the replica; `check` runs on each new connection, `destroy` ends one at once. */
  openPool: (name: 'visitor' | 'acting', check: (client: ClientBase) => Promise<void>) => Pool
  destroy: (client: ClientBase) => void
  onNotice: NoticeOfUse
}
export type Replica = ReturnType<typeof openReplica>

export const REPLICA_QUERY_TIMEOUT_MS = 2_000
export const REPLICA_CONNECTION_TIMEOUT_MS = 1_000
/** How long a report waits for the replica before it reads from the primary. */
const MAX_REPORT_WAIT_MS = 500
const MAX_ROUND_MS = 1_000
const MAX_POLL_MS = 10
/** A silent replica is noticed within this and the timeout of its query. */
const CHECK_INTERVAL_MS = 1_000
const MAX_RETRY_MS = 15_000
/** Pause after a connection led to another server, instead of a try for each statement. */
const SEVERAL_SERVERS_PAUSE_MS = 30_000
/** A replica that is a little behind for a moment is not logged. */
const NOTICE_AFTER_MS = 5_000

const SHOWS_MARK = {
  name: 'shows-mark',
  text: `
    select exists (select from cache_nodes where node = $1 and replica_mark >= $2) as is_shown, pg_is_in_recovery() as is_replica`,
}
/** The marks are seen on one server; behind a load balancer another connection may lead to another one. */
const SERVER = `
  select pg_is_in_recovery() as is_replica,
         pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '') || ' ' || current_setting('port') as identity`
type Server = { is_replica: boolean; identity: string }
const NOT_A_REPLICA = 'That server is not a replica; it may have been promoted.'
const BEHIND = 'It is behind the primary, or follows another server.'
const SEVERAL_SERVERS = 'The address leads to several servers.'
/** It may lead each statement to another server, which no check of a connection shows. */
const THROUGH_POOLER =
  "DATABASE_READ_URL leads through a pooler, which does not pass the start-up parameter 'options' on. Set it to the address of the replica itself."
const isFromPooler = (failure: unknown) =>
  failure instanceof DatabaseStartupError || /startup parameter/.test((failure as Error).message)

/**
 * Reads from a replica, never from a state older than the last change that this node has received (ADR-74). A mark is written on the
 * primary after each change; positions in the WAL would not do, because those of two timelines cannot be compared.
 */
export function openReplica({
  address,
  openPool,
  destroy,
  writeMark,
  isCurrent,
  onNotice,
}: ReplicaDependencies) {
  const stopping = new AbortController()
  /** The pools' connections lead to the watcher's server and end with the watcher. */
  const connections = new Set<ClientBase>()
  let watcher: Client | undefined
  let identity: string | undefined
  /** Grows whenever the watcher may have come to another server. */
  let generation = 0
  let changes = 0
  let shownChanges = -1
  let refusedUntil = -Infinity
  let problem: string | undefined = 'It has not been asked yet.'
  let retryMs = CHECK_INTERVAL_MS
  let lastUsableAt = performance.now()
  let saidToBeUsed: boolean | undefined
  let wake = () => {}
  let sharedMark: Promise<ReplicaMark> | undefined

  async function checkServer(client: ClientBase) {
    connections.add(client)
    client.once('end', () => connections.delete(client))
    const { rows } = await client.query<Server>(SERVER)
    if (identity !== undefined && rows[0]?.identity === identity) return
    if (identity !== undefined) refusedUntil = performance.now() + SEVERAL_SERVERS_PAUSE_MS
    throw new Error(SEVERAL_SERVERS)
  }
  const pools = { visitor: openPool('visitor', checkServer), acting: openPool('acting', checkServer) }
  const isRefused = () => performance.now() < refusedUntil
  const isUsable = () => watcher !== undefined && shownChanges === changes && !isRefused() && isCurrent()

  async function connectWatcher() {
    const client = new Client({
      connectionString: withStartupMarker(
        withOptions(address, { role: POOLS.worker.role, search_path: POOLS.worker.searchPath }),
      ),
      application_name: 'ninth-bend-replica',
      connectionTimeoutMillis: REPLICA_CONNECTION_TIMEOUT_MS,
      query_timeout: REPLICA_QUERY_TIMEOUT_MS,
      // Reports ask for their marks at the same time.
      pipeline: true,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (watcher === client) dropConnections()
    })
    try {
      await client.connect()
      await checkStartupMarker(client, address)
      await checkRole(client, POOLS.worker, address)
      const { rows } = await client.query<Server>(SERVER)
      if (!rows[0]!.is_replica) throw new Error(NOT_A_REPLICA)
      identity = rows[0]!.identity
      watcher = client
    } catch (failure) {
      destroy(client)
      throw isFromPooler(failure) ? new Error(THROUGH_POOLER) : failure
    }
  }

  /** Drops the pools' connections too: their reads move to the primary, and the next watcher may reach another server. */
  function dropConnections() {
    const lost = watcher
    watcher = undefined
    identity = undefined
    generation += 1
    shownChanges = -1
    if (lost) destroy(lost)
    for (const client of connections) destroy(client)
    connections.clear()
  }

  /** Rejects if the replica does not answer. */
  async function isShown({ node, number }: ReplicaMark, until: number): Promise<boolean> {
    for (let delay = 1; ; delay = Math.min(delay * 2, MAX_POLL_MS)) {
      if (!watcher) throw new Error('There is no connection to the replica.')
      const { rows } = await watcher.query<{ is_shown: boolean; is_replica: boolean }>({
        ...SHOWS_MARK,
        values: [node, number],
      })
      if (!rows[0]!.is_replica) throw new Error(NOT_A_REPLICA)
      if (rows[0]!.is_shown) return true
      if (performance.now() > until || stopping.signal.aborted) return false
      await pause(delay)
    }
  }

  async function findProblem(): Promise<string | undefined> {
    const upTo = changes
    try {
      if (!watcher) await connectWatcher()
    } catch (failure) {
      dropConnections()
      return (failure as Error).message
    }
    retryMs = CHECK_INTERVAL_MS
    let mark: ReplicaMark
    try {
      mark = await writeMark()
    } catch {
      shownChanges = -1
      return 'The primary does not answer.'
    }
    try {
      const shows = await isShown(mark, performance.now() + MAX_ROUND_MS)
      shownChanges = shows ? upTo : -1
      return shows ? undefined : BEHIND
    } catch (failure) {
      dropConnections()
      return (failure as Error).message
    }
  }

  /** Checks once a second, even without a change, to notice a replica that is cut off or follows another server. */
  async function watch() {
    while (!stopping.signal.aborted) {
      const found = await findProblem()
      problem = isRefused() ? SEVERAL_SERVERS : found
      tell()
      if (problem === undefined && shownChanges !== changes) continue
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- A shutdown may begin during the round.
      if (!stopping.signal.aborted) await waitForChange()
    }
  }

  async function waitForChange() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, watcher ? CHECK_INTERVAL_MS : retryMs)
    if (!watcher) retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    wake = resolve
    await promise
    clearTimeout(timer)
  }

  function tell() {
    if (stopping.signal.aborted) return
    const isUsed = problem === undefined
    if (isUsed) lastUsableAt = performance.now()
    if (isUsed === saidToBeUsed) return
    if (!isUsed && performance.now() - lastUsableAt < NOTICE_AFTER_MS) return
    saidToBeUsed = isUsed
    onNotice(isUsed, problem)
  }

  /** Shares one commit among reports that ask at the same moment, such as the parts of one page. */
  const writeSharedMark = () =>
    (sharedMark ??= Promise.resolve().then(() => {
      sharedMark = undefined
      return writeMark()
    }))

  const watching = watch()
  return {
    pools,
    isUsable,
    /** What was read while it stayed the same came from the server that showed the mark. */
    generation: () => generation,
    /** After a notification of a change: the primary is read until the replica shows it. */
    noticeChange() {
      changes += 1
      // A replica with a problem is asked once a second, whatever changes.
      if (problem === undefined) wake()
    },
    /** After a statement that failed there: the primary is read until the replica shows a mark again. */
    suspect() {
      shownChanges = -1
      if (problem === undefined) wake()
    },
    /** Whether the replica shows all that was committed before this call. */
    async hasCaughtUp(): Promise<boolean> {
      if (!watcher || problem !== undefined || isRefused()) return false
      try {
        return await isShown(await writeSharedMark(), performance.now() + MAX_REPORT_WAIT_MS)
      } catch {
        return false
      }
    },
    async close() {
      stopping.abort()
      dropConnections()
      wake()
      await watching
      dropConnections()
      await Promise.all([pools.visitor.end(), pools.acting.end()])
    },
  }
}

/** Each statement goes to the replica while that is usable; one that fails there is asked on the primary. Not for transactions. */
export function createReplicaFallback(
  replica: Pick<Replica, 'isUsable' | 'generation' | 'suspect'>,
  pools: { primary: Pool; replica: Pool },
  run: RunQuery,
): Kysely<DB> {
  async function query(pool: Pool, text: string, values: unknown[]) {
    const client = await pool.connect()
    try {
      return await run(client, text, values)
    } finally {
      client.release()
    }
  }
  async function queryReplica(text: string, values: unknown[]) {
    const generation = replica.generation()
    const client = await pools.replica.connect()
    let hasFailed = true
    try {
      const result = await run(client, text, values)
      hasFailed = false
      if (replica.generation() !== generation) throw new Error('The replica has changed.')
      return result
    } finally {
      // After a timeout it would answer the next statement with the result of this one.
      client.release(hasFailed)
    }
  }
  const connect = async () => ({
    async query(text: string, values: unknown[]) {
      if (replica.isUsable()) {
        try {
          return await queryReplica(text, values)
        } catch {
          replica.suspect()
        }
      }
      return query(pools.primary, text, values)
    },
    release: () => {},
  })
  const pool = { connect, end: async () => {} } as unknown as PostgresPool
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
