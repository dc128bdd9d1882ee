import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import { escapeLiteral, type Client, type Pool, type PoolClient, type QueryResult } from 'pg'
import { createKyselyPool, type RunQuery } from './kysely-pool.server.ts'
import { DatabaseStartupError } from './database-error.server.ts'
import type { createPreparedStatements } from './prepared-statements.server.ts'
import type { DB } from '#platform/database/schema.ts'

/** The kind selects the database role; row-level security compares the ID. An Actor fits this type. */
export type DatabaseActor =
  | { kind: 'visitor' | 'customer'; userId: string | null }
  /** Without a role: the role of managers; the database checks their rights by the ID. */
  | { kind: 'admin'; role?: 'owner' | 'manager' | 'packer'; userId: string | null }
  | typeof CHECKOUT

/** Its role may only call place_orders. */
export const CHECKOUT = { kind: 'checkout', userId: null } as const

const ROLE_BY_ACTOR_KIND = {
  visitor: 'ninth_bend_visitor',
  customer: 'ninth_bend_customer',
  checkout: 'ninth_bend_checkout',
  admin: 'ninth_bend_admin',
} as const satisfies Record<DatabaseActor['kind'], string>

type PreparedStatements = ReturnType<typeof createPreparedStatements>
type ActorTransaction = { opening: string; invalidatesCache: boolean; isUsed: boolean }
const currentTransaction = new AsyncLocalStorage<ActorTransaction>()

/** Packers may not read columns with amounts of money. */
const PACKER_ROLE = 'ninth_bend_packer'

const databaseRoleOf = (actor: DatabaseActor): string =>
  actor.kind === 'admin' && actor.role === 'packer' ? PACKER_ROLE : ROLE_BY_ACTOR_KIND[actor.kind]

/** With any other role the cast to int fails and aborts the transaction. */
function beginStatement(actor: DatabaseActor): string {
  const user = escapeLiteral(actor.userId ?? '')
  const role = databaseRoleOf(actor)
  return `begin; set local role ${role}; select set_config('app.user_id', ${user}, true),
    case when current_user <> '${role}' then ('The role is ' || current_user || ' instead of ${role}.')::int end`
}

/** The setting is 'yes' if the transaction changed cached pages (invalidate_cache_tags()). */
const COMMIT_STATEMENT = `select current_setting('ninth_bend.cache_tags_invalidated', true) as cache_tags_invalidated; commit`
type CommitResult = { cache_tags_invalidated: string | null }

/** `pool` must send concurrent queries of a connection together, and its connections begin as the visitor role. */
export function createActorTransactions(
  pool: Pool,
  {
    runPrepared,
    afterCacheInvalidation,
  }: { runPrepared: PreparedStatements; afterCacheInvalidation: () => Promise<void> },
) {
  const transactionDb = new Kysely<DB>({
    dialect: new ActorDialect({ pool: createKyselyPool(pool, queryFirstResult) }),
  })
  const singleStatementDb = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: createKyselyPool(pool, (client, statement, values) =>
        queryInOwnTransaction(client, statement, values, runPrepared),
      ),
    }),
  })

  async function run<Result>(actor: DatabaseActor, work: () => Promise<Result>): Promise<Result> {
    const transaction = { opening: beginStatement(actor), invalidatesCache: false, isUsed: false }
    try {
      return await currentTransaction.run(transaction, work)
    } finally {
      // Even if later work fails, the commit cannot be undone.
      if (transaction.invalidatesCache) await afterCacheInvalidation()
    }
  }

  return {
    withActor: <Result>(actor: DatabaseActor, work: (trx: Transaction<DB>) => Promise<Result>) =>
      run(actor, () => transactionDb.transaction().execute(work)),
    queryAs: <Result>(actor: DatabaseActor, work: (db: Kysely<DB>) => Promise<Result>) =>
      run(actor, () => work(singleStatementDb)),
  }
}

/** Begin, statement and commit cost one round trip. */
async function queryInOwnTransaction(
  client: PoolClient,
  text: string,
  values: unknown[],
  runPrepared: PreparedStatements,
): Promise<QueryResult> {
  const transaction = currentTransaction.getStore()
  if (!transaction) throw new DatabaseStartupError('A statement was asked without saying who acts.')
  if (transaction.isUsed)
    throw new DatabaseStartupError('A second statement was asked where one is the whole transaction.')
  transaction.isUsed = true
  const { result, commitResult } = await runPrepared(text, (name) =>
    sendPipelined(client, transaction.opening, { ...(name && { name }), text, values }),
  )
  transaction.invalidatesCache = commitResult.cache_tags_invalidated === 'yes'
  return result
}

async function sendPipelined(
  client: PoolClient,
  opening: string,
  statement: { name?: string; text: string; values: unknown[] },
) {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  stream.cork()
  const sent = [client.query(opening), client.query(statement), client.query(COMMIT_STATEMENT)] as const
  stream.uncork()
  const results = await Promise.allSettled(sent)
  // Later statements fail because the transaction is aborted.
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure) {
    // No connection may return to the pool with an open transaction.
    await client.query('rollback').catch(() => stream.destroy())
    throw (failure as PromiseRejectedResult).reason
  }
  const [, result, commitResult] = await Promise.all(sent)
  return { result, commitResult: firstResult(commitResult).rows[0] as CommitResult }
}

class ActorDriver extends PostgresDriver {
  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
    _settings: TransactionSettings,
  ) {
    const transaction = currentTransaction.getStore()
    if (!transaction) throw new DatabaseStartupError('A transaction was begun without saying who acts.')
    try {
      await connection.executeQuery(CompiledQuery.raw(transaction.opening))
    } catch (problem) {
      // Kysely does not roll back a transaction whose begin failed.
      await this.rollbackTransaction(connection).catch(() => {})
      throw problem
    }
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const { rows } = await connection.executeQuery<CommitResult>(CompiledQuery.raw(COMMIT_STATEMENT))
    const transaction = currentTransaction.getStore()
    if (transaction) transaction.invalidatesCache = rows[0]?.cache_tags_invalidated === 'yes'
  }
}

class ActorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new ActorDriver(this.#config)
  }
}

/** Several statements in one message return one result each. */
const firstResult = (result: QueryResult | QueryResult[]): QueryResult =>
  Array.isArray(result) ? result[0]! : result
const queryFirstResult: RunQuery = async (client, statement, values) =>
  firstResult(await client.query(statement, values))
