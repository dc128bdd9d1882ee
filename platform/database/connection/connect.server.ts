import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, type ClientBase, type Pool, type PoolClient } from 'pg'
import { createActorTransactions, type DatabaseActor } from './actor-transactions.server.ts'
import { createKyselyPool, usePreparedStatements } from './kysely-pool.server.ts'
import { POOLS, sessionSettings, type PoolSettings } from './pool-settings.server.ts'
import { checkRole, lostRoleError, withOptions } from './startup-options.server.ts'
import { DatabaseStartupError } from './database-error.server.ts'
import { createPreparedStatements } from './prepared-statements.server.ts'
import { toConnectionError } from './server-checks.server.ts'
import type { DB } from '#platform/database/schema.ts'
import type { PoolAddresses, PoolName } from './login-roles.server.ts'
import { WaitingPool } from './waiting-pool.server.ts'
import { accountTypeParsers, shopTypeParsers } from './column-parsers.server.ts'

export type { DatabaseActor } from './actor-transactions.server.ts'

export type ShopDatabase = {
  /** Runs statements without a transaction. */
  visitor: Kysely<DB>
  /** Runs one transaction; a throw rolls it back. After a change of cached pages, returns once no node serves the old ones. */
  withActor<Result>(actor: DatabaseActor, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /** Runs one statement in one round trip instead of three; throws on a second statement. */
  queryAs<Result>(actor: DatabaseActor, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result>
  /** For background work: outbox, pictures, order data for emails. */
  worker: Kysely<DB>
  /** For the accounts library only, whose schema no other role can read. */
  accounts: Pool
  /** Covers this process only. */
  poolUsage(): PoolUsage[]
  close(): Promise<void>
}

export type PoolUsage = { pool: string; open: number; idle: number; waiting: number; max: number }

/** The application name in `pg_stat_activity`. The node appends what it has acknowledged (platform/page-cache/cache-acknowledgements.ts). */
export const LISTENER_NAME = 'ninth-bend-pages'
/** Work may need a second connection while it uses one. */
const MIN_POOL_SIZE = 2
const LISTENERS = 1
const CONNECTION_TIMEOUT_MS = 10_000
/** The server enforces statement_timeout; a connection that is silent for this much longer is considered dead. */
const SILENCE_MARGIN_MS = 5_000
const LISTENER_QUERY_TIMEOUT_MS = 5_000
const REFUSAL_REPORT_INTERVAL_MS = 60_000
/** A failover breaks all connections at the same time. */
const BROKEN_REPORT_INTERVAL_MS = 10_000

/** How many processes of a node serve requests, and whether this one does. */
export type ProcessRole = { processes: number; servesRequests: boolean }
const SINGLE_PROCESS: ProcessRole = { processes: 1, servesRequests: true }

const poolSize = ({ connections }: PoolSettings, { processes, servesRequests }: ProcessRole) =>
  servesRequests ? Math.max(MIN_POOL_SIZE, Math.floor(connections / processes)) : MIN_POOL_SIZE

/** The primary of several processes serves no requests and is not counted in `processes`. */
export function maxConnectionsPerNode(processes: number): number {
  const ofOne = (servesRequests: boolean) =>
    Object.values(POOLS).reduce((sum, plan) => sum + poolSize(plan, { processes, servesRequests }), LISTENERS)
  return processes === 1 ? ofOne(true) : ofOne(false) + processes * ofOne(true)
}

/** The database must be migrated. Throws {@link DatabaseStartupError} with one line for the operator. */
export async function connect({
  connectionString,
  onError = () => {},
  afterCacheInvalidation = async () => {},
  processRole = SINGLE_PROCESS,
}: {
  /** Separate addresses have logins that are limited to the roles of their pool. */
  connectionString: string | PoolAddresses
  onError?: (error: Error) => void
  afterCacheInvalidation?: () => Promise<void>
  processRole?: ProcessRole
}): Promise<ShopDatabase> {
  const addresses = poolAddressesOf(connectionString)
  const isPooled = addresses.direct !== undefined
  const open = (name: PoolName) =>
    openPool(addresses[name], { plan: POOLS[name], isPooled, onError, processRole })
  const pools = {
    visitor: open('visitor'),
    acting: open('acting'),
    worker: open('worker'),
    accounts: open('accounts'),
  }
  const close = async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end())))
  try {
    // A wrong address fails at the start instead of on the first request.
    await Promise.all(Object.values(pools).map((pool) => pool.query('select')))
  } catch (error) {
    await close()
    throw toConnectionError(error, addresses.visitor, { isPooled })
  }
  const runPrepared = createPreparedStatements()
  const preparedKysely = (pool: Pool) =>
    new Kysely<DB>({
      dialect: new PostgresDialect({ pool: createKyselyPool(pool, usePreparedStatements(runPrepared)) }),
    })
  const visitor = preparedKysely(pools.visitor)
  const actorTransactions = createActorTransactions(pools.acting, { runPrepared, afterCacheInvalidation })
  return {
    visitor,
    ...actorTransactions,
    worker: preparedKysely(pools.worker),
    accounts: pools.accounts,
    poolUsage: () => Object.entries(pools).map(([name, pool]) => usageOf(name, pool)),
    close,
  }
}

const usageOf = (name: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolUsage => ({
  pool: name,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
})

export function poolAddressesOf(connectionString: string | PoolAddresses): PoolAddresses {
  if (typeof connectionString !== 'string') return connectionString
  return {
    visitor: connectionString,
    acting: connectionString,
    worker: connectionString,
    accounts: connectionString,
  }
}

/** Uses the worker role; the caller replaces a broken connection. Never connects through a pooler, where sessions are shared. */
export function openListener(connectionString: string | PoolAddresses): Client {
  const { direct, worker } = poolAddressesOf(connectionString)
  const address = direct ?? worker
  const expected = POOLS.worker
  const client = new Client({
    connectionString: withOptions(address, {
      role: expected.role,
      search_path: expected.searchPath,
      // Notifications need not survive a crash.
      synchronous_commit: 'off',
    }),
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: LISTENER_QUERY_TIMEOUT_MS,
    // Sends lease renewals and acknowledgements together.
    pipeline: true,
    keepAlive: true,
  })
  const connectUnchecked = client.connect.bind(client)
  const connectAndCheck = async () => {
    await connectUnchecked()
    await checkRole(client, expected, address)
    return client
  }
  return Object.assign(client, { connect: connectAndCheck })
}

function openPool(
  address: string,
  {
    plan,
    isPooled = false,
    onError,
    processRole,
  }: { plan: PoolSettings; isPooled?: boolean; onError: (error: Error) => void; processRole: ProcessRole },
): Pool {
  const reportRefused = throttle(REFUSAL_REPORT_INTERVAL_MS, onError)
  const pool = new WaitingPool({
    connectionString: isPooled ? address : withOptions(address, sessionSettings(plan)),
    application_name: 'ninth-bend',
    max: poolSize(plan, processRole),
    min: Math.min(plan.keptConnections, poolSize(plan, processRole)),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: plan === POOLS.accounts ? accountTypeParsers : shopTypeParsers,
    // Queries issued concurrently on one connection are sent together.
    pipeline: plan === POOLS.acting,
    // The pool awaits this before it uses a new connection.
    async onConnect(client) {
      client.on('error', () => {})
      closeWhenSilent(client as PoolClient, plan.statementSeconds * 1000 + SILENCE_MARGIN_MS)
      try {
        await checkRole(client, plan, address, isPooled ? lostRoleError : undefined)
      } catch (problem) {
        if (problem instanceof DatabaseStartupError) reportRefused(problem)
        throw problem
      }
    },
  })
  // Without a listener a database restart would end the process. A connection in use also rejects its query.
  pool.on('error', throttle(BROKEN_REPORT_INTERVAL_MS, onError))
  return pool
}

function throttle<Given>(milliseconds: number, act: (given: Given) => void): (given: Given) => void {
  let nextAt = 0
  return (given) => {
    if (Date.now() < nextAt) return
    nextAt = Date.now() + milliseconds
    act(given)
  }
}

/** An idle connection may stay silent. */
function closeWhenSilent(client: PoolClient, milliseconds: number) {
  const stream = socketOf(client)
  if (!stream) return
  let writtenWhenAnswered = stream.bytesWritten
  client.on('drain', () => (writtenWhenAnswered = stream.bytesWritten))
  stream.setTimeout(milliseconds)
  // Every read or write restarts this timer, even after it has fired.
  stream.on('timeout', () => {
    if (stream.bytesWritten > writtenWhenAnswered)
      stream.destroy(new Error('The database has fallen silent.'))
  })
}

function socketOf(client: ClientBase): Socket | undefined {
  const { stream } = (client as ClientBase & Pick<Client, 'connection'>).connection
  return stream instanceof Socket ? stream : undefined
}
