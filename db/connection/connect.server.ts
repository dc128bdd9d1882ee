import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, Pool, type PoolClient } from 'pg'
import { createActorTransactions, type DatabaseActor } from './actor-transactions.server.ts'
import { createKyselyPool, usePreparedStatements } from './kysely-pool.server.ts'
import { checkRole, withOptions, type ConnectionRole } from './connection-role.server.ts'
import { DatabaseStartupError } from './database-error.server.ts'
import { createPreparedStatements } from './prepared-statements.server.ts'
import { toConnectionError } from './server-checks.server.ts'
import type { DB } from '#db/schema.ts'
import { LOGIN_ROLES, type PoolAddresses } from './login-roles.server.ts'
import { accountTypeParsers, shopTypeParsers } from './column-parsers.server.ts'

export type { DatabaseActor } from './actor-transactions.server.ts'

export type ShopDatabase = {
  /** Reads of the public catalogue, under the visitor's role and without a transaction. */
  visitor: Kysely<DB>
  /**
   * Runs `work` in one transaction that can do exactly what the actor may do; a throw undoes it whole.
   * What has changed a page is given back only when no node shows the page as it was.
   */
  withActor<Result>(actor: DatabaseActor, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /**
   * The same for work that is one statement: its transaction is asked and answered in one round trip instead of three.
   * A second statement is an error.
   */
  queryAs<Result>(actor: DatabaseActor, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result>
  /** The shop's own background work: outbox, pictures, reading an order for its mail. */
  worker: Kysely<DB>
  /** For the accounts library alone: its schema comes first and no other role can see it. */
  accounts: Pool
  close(): Promise<void>
}

/** What one process takes that answers alone; several share it, each with the fewest at least. */
const POOLS = {
  visitor: { connections: 8, role: LOGIN_ROLES.visitor.roles[0], statementSeconds: 5 },
  acting: { connections: 12, role: LOGIN_ROLES.acting.roles[0], statementSeconds: 15 },
  worker: { connections: 4, role: LOGIN_ROLES.worker.roles[0], statementSeconds: 30 },
  accounts: { connections: 6, role: LOGIN_ROLES.accounts.roles[0], statementSeconds: 10 },
} as const
type PoolSettings = (typeof POOLS)[keyof typeof POOLS]

/** Somebody may hold one connection while they need another. */
const MIN_POOL_SIZE = 2
const LISTENERS = 1
const CONNECTION_TIMEOUT_MS = 10_000
/** The server ends a statement by itself; a line that is still silent so long afterwards leads to no server. */
const SILENCE_MARGIN_MS = 5_000
const LISTENER_QUERY_TIMEOUT_MS = 5_000
const REFUSAL_REPORT_INTERVAL_MS = 60_000

/** A process of a node: how many answer requests there, and whether this one does. */
export type ProcessRole = { processes: number; servesRequests: boolean }
const SINGLE_PROCESS: ProcessRole = { processes: 1, servesRequests: true }

const poolSize = ({ connections }: PoolSettings, { processes, servesRequests }: ProcessRole) =>
  servesRequests ? Math.max(MIN_POOL_SIZE, Math.floor(connections / processes)) : MIN_POOL_SIZE

/** The connections of a node at most, where several processes answer with the one beside them that answers nobody. */
export function maxConnectionsPerNode(processes: number): number {
  const ofOne = (servesRequests: boolean) =>
    Object.values(POOLS).reduce((sum, plan) => sum + poolSize(plan, { processes, servesRequests }), LISTENERS)
  return processes === 1 ? ofOne(true) : ofOne(false) + processes * ofOne(true)
}

/**
 * Opens the pools on a migrated database.
 * Throws {@link DatabaseProblem} with one line for the owner when it cannot be reached or used.
 */
export async function connect({ connectionString, onError = () => {}, afterCacheInvalidation = async () => {}, processRole = SINGLE_PROCESS }: {
  /** One for all pools, or for each its own: what a pool's user cannot do, nothing that runs there can. */
  connectionString: string | PoolAddresses
  /** A connection broke while idle; the pool replaces it by itself. */
  onError?: (error: Error) => void
  /** Waits until every node knows of the change of a page that was just committed. */
  afterCacheInvalidation?: () => Promise<void>
  processRole?: ProcessRole
}): Promise<ShopDatabase> {
  const addresses = poolAddressesOf(connectionString)
  const open = (name: keyof typeof POOLS) => openPool(addresses[name], POOLS[name], onError, processRole)
  const pools = { visitor: open('visitor'), acting: open('acting'), worker: open('worker'), accounts: open('accounts') }
  const close = async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end())))
  try {
    // Of each, so that a start finds out, and not the first shopper.
    await Promise.all(Object.values(pools).map((pool) => pool.query('select')))
  } catch (error) {
    await close()
    throw toConnectionError(error, addresses.visitor)
  }
  const runPrepared = createPreparedStatements()
  const preparedKysely = (pool: Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool: createKyselyPool(pool, usePreparedStatements(runPrepared)) }) })
  return {
    visitor: preparedKysely(pools.visitor),
    ...createActorTransactions(pools.acting, { runPrepared, afterCacheInvalidation }),
    worker: preparedKysely(pools.worker),
    accounts: pools.accounts,
    close,
  }
}

/** Where each pool connects; one address serves them all. */
export function poolAddressesOf(connectionString: string | PoolAddresses): PoolAddresses {
  if (typeof connectionString !== 'string') return connectionString
  return { visitor: connectionString, acting: connectionString, worker: connectionString, accounts: connectionString }
}

/** A connection that listens to what the database tells, under the worker's role; broken ones are not replaced. */
export function openListener(connectionString: string | PoolAddresses): Client {
  const address = poolAddressesOf(connectionString).worker
  const client = new Client({
    connectionString: withOptions(address, {
      role: POOLS.worker.role,
      search_path: 'public',
      // Nobody needs to find after a crash what was told before it.
      synchronous_commit: 'off',
    }),
    application_name: 'ninth-bend-pages',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: LISTENER_QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  const connectUnchecked = client.connect.bind(client) as () => Promise<Client>
  const connectAndCheck = async () => {
    await connectUnchecked()
    await checkRole(client, { role: POOLS.worker.role, searchPath: 'public' }, address)
    return client
  }
  return Object.assign(client, { connect: connectAndCheck })
}

function openPool(connectionString: string, plan: PoolSettings, onError: (error: Error) => void, processRole: ProcessRole): Pool {
  const expected: ConnectionRole = { role: plan.role, searchPath: plan === POOLS.accounts ? 'accounts' : 'public' }
  const reportRefused = throttle(REFUSAL_REPORT_INTERVAL_MS, onError)
  const pool = new Pool({
    connectionString: withOptions(connectionString, {
      role: expected.role,
      timezone: 'UTC',
      datestyle: 'ISO',
      statement_timeout: `${plan.statementSeconds}s`,
      idle_in_transaction_session_timeout: '30s',
      search_path: expected.searchPath,
    }),
    application_name: 'ninth-bend',
    max: poolSize(plan, processRole),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: plan === POOLS.accounts ? accountTypeParsers : shopTypeParsers,
    // What is asked together is sent together; whatever waits for its answer before it asks on is as it was.
    pipeline: plan === POOLS.acting,
    // Awaited before anybody is given the connection, the first and each that replaces one.
    async onConnect(client) {
      client.on('error', () => {})
      closeWhenSilent(client as PoolClient, plan.statementSeconds * 1000 + SILENCE_MARGIN_MS)
      try {
        await checkRole(client, expected, connectionString)
      } catch (problem) {
        if (problem instanceof DatabaseStartupError) reportRefused(problem)
        throw problem
      }
    },
  })
  // Without listeners a server that restarts would end the shop: the pool's own hears of idle connections alone,
  // and one that breaks while in use still fails the query or the next one on it.
  pool.on('error', onError)
  return pool
}

/** Whatever asks meanwhile fails with the same reason. */
function throttle<Given>(milliseconds: number, act: (given: Given) => void): (given: Given) => void {
  let nextAt = 0
  return (given) => {
    if (Date.now() < nextAt) return
    nextAt = Date.now() + milliseconds
    act(given)
  }
}

/** Silence says something only while an answer is waited for; a connection that asks nothing may be silent for as long as it likes. */
function closeWhenSilent(client: PoolClient, milliseconds: number) {
  const stream = socketOf(client)
  if (!stream) return
  let writtenWhenAnswered = stream.bytesWritten
  client.on('drain', () => (writtenWhenAnswered = stream.bytesWritten))
  stream.setTimeout(milliseconds)
  // Whatever is written or read begins the time anew, also after it was over once.
  stream.on('timeout', () => {
    if (stream.bytesWritten > writtenWhenAnswered) stream.destroy(new Error('The database has fallen silent.'))
  })
}

function socketOf(client: PoolClient): Socket | undefined {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  return stream instanceof Socket ? stream : undefined
}
