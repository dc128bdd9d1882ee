import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig,
  type Transaction, type TransactionSettings,
} from 'kysely'
import { escapeLiteral, Pool } from 'pg'
import { DatabaseProblem } from './database-problem.server.ts'
import { explainConnectionFailure } from './server-check.server.ts'
import type { DB } from './schema.ts'
import { SHOP_LOGINS, type PoolAddresses } from './shop-login.server.ts'
import { accountTypes, shopTypes } from './value-types.server.ts'

/** Whoever acts: the kind decides the database role, the id decides which rows are theirs (D6). An Actor fits. */
export type ActingAs = { kind: 'visitor' | 'customer' | 'admin'; userId: string | null }

export type ShopDatabase = {
  /** Reads of the public catalogue, under the visitor's role and without a transaction. */
  visitor: Kysely<DB>
  /** Runs `work` in one transaction that can do exactly what the actor may do; a throw undoes it whole. */
  as<Result>(actor: ActingAs, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /** The shop's own background work: outbox, pictures, reading an order for its mail. */
  worker: Kysely<DB>
  /** For the accounts library alone: its schema comes first and no other role can see it. */
  accounts: Pool
  close(): Promise<void>
}

/** 30 connections at most: three nodes fit a server with PostgreSQL's default of 100. */
const POOLS = {
  visitor: { connections: 8, role: SHOP_LOGINS.visitor.roles[0], statementSeconds: 5 },
  acting: { connections: 12, role: SHOP_LOGINS.acting.roles[0], statementSeconds: 15 },
  worker: { connections: 4, role: SHOP_LOGINS.worker.roles[0], statementSeconds: 30 },
  accounts: { connections: 6, role: SHOP_LOGINS.accounts.roles[0], statementSeconds: 10 },
} as const
type PoolPlan = (typeof POOLS)[keyof typeof POOLS]

const WAIT_FOR_CONNECTION_MILLISECONDS = 10_000
const ROLES = {
  visitor: 'ninth_bend_visitor', customer: 'ninth_bend_customer', admin: 'ninth_bend_admin',
} as const satisfies Record<ActingAs['kind'], string>

/**
 * Opens the pools on a migrated database.
 * Throws {@link DatabaseProblem} with one line for the owner when it cannot be reached or used.
 */
export async function connect({ connectionString, onError = () => {} }: {
  /** One for all pools, or for each its own: what a pool's user cannot do, nothing that runs there can. */
  connectionString: string | PoolAddresses
  /** A connection broke while idle; the pool replaces it by itself. */
  onError?: (error: Error) => void
}): Promise<ShopDatabase> {
  const addresses = addressesOf(connectionString)
  const pools = {
    visitor: openPool(addresses.visitor, POOLS.visitor, onError),
    acting: openPool(addresses.acting, POOLS.acting, onError),
    worker: openPool(addresses.worker, POOLS.worker, onError),
    accounts: openPool(addresses.accounts, POOLS.accounts, onError),
  }
  const close = async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end())))
  try {
    await pools.visitor.query('select')
  } catch (error) {
    await close()
    throw explainConnectionFailure(error, addresses.visitor)
  }
  const acting = new Kysely<DB>({ dialect: new ActingDialect({ pool: pools.acting }) })
  return {
    visitor: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.visitor }) }),
    as: (actor, work) => opening.run(openingStatement(actor), () => acting.transaction().execute(work)),
    worker: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.worker }) }),
    accounts: pools.accounts,
    close,
  }
}

/** Where each pool connects; one address serves them all. */
export function addressesOf(connectionString: string | PoolAddresses): PoolAddresses {
  if (typeof connectionString !== 'string') return connectionString
  return { visitor: connectionString, acting: connectionString, worker: connectionString, accounts: connectionString }
}

function openPool(connectionString: string, plan: PoolPlan, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: withOptions(connectionString, {
      role: plan.role,
      timezone: 'UTC',
      datestyle: 'ISO',
      statement_timeout: `${plan.statementSeconds}s`,
      idle_in_transaction_session_timeout: '30s',
      search_path: plan === POOLS.accounts ? 'accounts' : 'public',
    }),
    application_name: 'ninth-bend',
    max: plan.connections,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MILLISECONDS,
    types: plan === POOLS.accounts ? accountTypes : shopTypes,
  })
  // Without listeners a server that restarts would end the shop: the pool's own hears of idle connections alone,
  // and one that breaks while in use still fails the query or the next one on it.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Settings travel with the connection's start-up, so that no query can ever run before them. */
function withOptions(connectionString: string, settings: Record<string, string>): string {
  const url = new URL(connectionString)
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...ours].join(' ').trim())
  return url.href
}

const opening = new AsyncLocalStorage<string>()

/** One message and so one round trip: from its first statement on the transaction is the actor's. */
function openingStatement({ kind, userId }: ActingAs): string {
  const user = escapeLiteral(userId ?? '')
  return `begin; set local role ${ROLES[kind]}; select set_config('app.user_id', ${user}, true)`
}

class ActingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings) {
    const statement = opening.getStore()
    if (!statement) throw new DatabaseProblem('A transaction was begun without saying who acts.')
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
}

class ActingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new ActingDriver(this.#config)
  }
}
