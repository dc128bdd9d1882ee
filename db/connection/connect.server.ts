import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, Pool, type PoolClient } from 'pg'
import { createActing, type ActingAs } from './actor-transactions.server.ts'
import { askingBy, keepingPlans } from './kysely-pool.server.ts'
import { checkRole, withOptions, type ConnectionRole } from './connection-role.server.ts'
import { DatabaseProblem } from './database-error.server.ts'
import { createPlanKeeper } from './prepared-statements.server.ts'
import { explainConnectionFailure } from './server-checks.server.ts'
import type { DB } from '#db/schema.ts'
import { SHOP_LOGINS, type PoolAddresses } from './login-roles.server.ts'
import { accountTypes, shopTypes } from './column-parsers.server.ts'

export type { ActingAs } from './actor-transactions.server.ts'

export type ShopDatabase = {
  /** Reads of the public catalogue, under the visitor's role and without a transaction. */
  visitor: Kysely<DB>
  /**
   * Runs `work` in one transaction that can do exactly what the actor may do; a throw undoes it whole.
   * What has changed a page is given back only when no node shows the page as it was.
   */
  as<Result>(actor: ActingAs, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /**
   * The same for work that is one statement: its transaction is asked and answered in one round trip instead of three.
   * A second statement is an error.
   */
  once<Result>(actor: ActingAs, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result>
  /** The shop's own background work: outbox, pictures, reading an order for its mail. */
  worker: Kysely<DB>
  /** For the accounts library alone: its schema comes first and no other role can see it. */
  accounts: Pool
  close(): Promise<void>
}

/** What one process takes that answers alone; several share it, each with the fewest at least. */
const POOLS = {
  visitor: { connections: 8, role: SHOP_LOGINS.visitor.roles[0], statementSeconds: 5 },
  acting: { connections: 12, role: SHOP_LOGINS.acting.roles[0], statementSeconds: 15 },
  worker: { connections: 4, role: SHOP_LOGINS.worker.roles[0], statementSeconds: 30 },
  accounts: { connections: 6, role: SHOP_LOGINS.accounts.roles[0], statementSeconds: 10 },
} as const
type PoolPlan = (typeof POOLS)[keyof typeof POOLS]

/** Somebody may hold one connection while they need another. */
const FEWEST_CONNECTIONS = 2
const LISTENERS = 1
const WAIT_FOR_CONNECTION_MILLISECONDS = 10_000
/** The server ends a statement by itself; a line that is still silent so long afterwards leads to no server. */
const SILENT_LONGER_MILLISECONDS = 5_000
const LISTENER_PATIENCE_MILLISECONDS = 5_000
const REPORT_REFUSED_AGAIN_AFTER_MILLISECONDS = 60_000

/** A process of a node: how many answer requests there, and whether this one does. */
export type PartInNode = { processes: number; answers: boolean }
const ALONE: PartInNode = { processes: 1, answers: true }

const poolSize = ({ connections }: PoolPlan, { processes, answers }: PartInNode) =>
  answers ? Math.max(FEWEST_CONNECTIONS, Math.floor(connections / processes)) : FEWEST_CONNECTIONS

/** The connections of a node at most, where several processes answer with the one beside them that answers nobody. */
export function connectionsOfNode(processes: number): number {
  const ofOne = (answers: boolean) =>
    Object.values(POOLS).reduce((sum, plan) => sum + poolSize(plan, { processes, answers }), LISTENERS)
  return processes === 1 ? ofOne(true) : ofOne(false) + processes * ofOne(true)
}

/**
 * Opens the pools on a migrated database.
 * Throws {@link DatabaseProblem} with one line for the owner when it cannot be reached or used.
 */
export async function connect({ connectionString, onError = () => {}, afterPagesChanged = async () => {}, part = ALONE }: {
  /** One for all pools, or for each its own: what a pool's user cannot do, nothing that runs there can. */
  connectionString: string | PoolAddresses
  /** A connection broke while idle; the pool replaces it by itself. */
  onError?: (error: Error) => void
  /** Waits until every node knows of the change of a page that was just committed. */
  afterPagesChanged?: () => Promise<void>
  part?: PartInNode
}): Promise<ShopDatabase> {
  const addresses = addressesOf(connectionString)
  const open = (name: keyof typeof POOLS) => openPool(addresses[name], POOLS[name], onError, part)
  const pools = { visitor: open('visitor'), acting: open('acting'), worker: open('worker'), accounts: open('accounts') }
  const close = async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end())))
  try {
    // Of each, so that a start finds out, and not the first shopper.
    await Promise.all(Object.values(pools).map((pool) => pool.query('select')))
  } catch (error) {
    await close()
    throw explainConnectionFailure(error, addresses.visitor)
  }
  const ask = createPlanKeeper()
  const keptOn = (pool: Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool: askingBy(pool, keepingPlans(ask)) }) })
  return {
    visitor: keptOn(pools.visitor),
    ...createActing(pools.acting, { ask, afterPagesChanged }),
    worker: keptOn(pools.worker),
    accounts: pools.accounts,
    close,
  }
}

/** Where each pool connects; one address serves them all. */
export function addressesOf(connectionString: string | PoolAddresses): PoolAddresses {
  if (typeof connectionString !== 'string') return connectionString
  return { visitor: connectionString, acting: connectionString, worker: connectionString, accounts: connectionString }
}

/** A connection that listens to what the database tells, under the worker's role; broken ones are not replaced. */
export function openListener(connectionString: string | PoolAddresses): Client {
  const address = addressesOf(connectionString).worker
  const client = new Client({
    connectionString: withOptions(address, {
      role: POOLS.worker.role,
      search_path: 'public',
      // Nobody needs to find after a crash what was told before it.
      synchronous_commit: 'off',
    }),
    application_name: 'ninth-bend-pages',
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MILLISECONDS,
    query_timeout: LISTENER_PATIENCE_MILLISECONDS,
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

function openPool(connectionString: string, plan: PoolPlan, onError: (error: Error) => void, part: PartInNode): Pool {
  const expected: ConnectionRole = { role: plan.role, searchPath: plan === POOLS.accounts ? 'accounts' : 'public' }
  const reportRefused = atMostEvery(REPORT_REFUSED_AGAIN_AFTER_MILLISECONDS, onError)
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
    max: poolSize(plan, part),
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MILLISECONDS,
    types: plan === POOLS.accounts ? accountTypes : shopTypes,
    // What is asked together is sent together; whatever waits for its answer before it asks on is as it was.
    pipeline: plan === POOLS.acting,
    // Awaited before anybody is given the connection, the first and each that replaces one.
    async onConnect(client) {
      client.on('error', () => {})
      giveUpWhenSilent(client as PoolClient, plan.statementSeconds * 1000 + SILENT_LONGER_MILLISECONDS)
      try {
        await checkRole(client, expected, connectionString)
      } catch (problem) {
        if (problem instanceof DatabaseProblem) reportRefused(problem)
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
function atMostEvery<Given>(milliseconds: number, act: (given: Given) => void): (given: Given) => void {
  let nextAt = 0
  return (given) => {
    if (Date.now() < nextAt) return
    nextAt = Date.now() + milliseconds
    act(given)
  }
}

/** Silence says something only while an answer is waited for; a connection that asks nothing may be silent for as long as it likes. */
function giveUpWhenSilent(client: PoolClient, milliseconds: number) {
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
