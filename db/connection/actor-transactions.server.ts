import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig,
  type Transaction, type TransactionSettings,
} from 'kysely'
import { escapeLiteral, type Client, type Pool, type PoolClient, type QueryResult } from 'pg'
import { askingBy, type Asking } from './kysely-pool.server.ts'
import { DatabaseProblem } from './database-error.server.ts'
import type { createPlanKeeper } from './prepared-statements.server.ts'
import type { DB } from '#db/schema.ts'

/** Whoever acts: the kind decides the database role, the id decides which rows are theirs (D6). An Actor fits. */
export type ActingAs = { kind: 'visitor' | 'customer' | 'admin'; userId: string | null } | typeof CHECKOUT

/** The shop itself, placing the orders of several people: it may call that one procedure and nothing else. */
export const CHECKOUT = { kind: 'checkout', userId: null } as const

const ROLES = {
  visitor: 'ninth_bend_visitor', customer: 'ninth_bend_customer', checkout: 'ninth_bend_checkout', admin: 'ninth_bend_admin',
} as const satisfies Record<ActingAs['kind'], string>

type PlanKeeper = ReturnType<typeof createPlanKeeper>
type UnderWay = { opening: string; changedPages: boolean; isAsked: boolean }
const underWay = new AsyncLocalStorage<UnderWay>()

/**
 * One message: from its first statement on the transaction is the actor's. Under any other role the cast fails, and with it
 * the whole transaction, whatever was sent along.
 */
function openingStatement({ kind, userId }: ActingAs): string {
  const user = escapeLiteral(userId ?? '')
  const role = ROLES[kind]
  return `begin; set local role ${role}; select set_config('app.user_id', ${user}, true),
    case when current_user <> '${role}' then ('The role is ' || current_user || ' instead of ${role}.')::int end`
}

/** In one message as well: a commit that changed pages says so (0009-page-cache.sql). */
const CLOSING_STATEMENT = `select current_setting('ninth_bend.pages_changed', true) as pages_changed; commit`
type Closed = { pages_changed: string | null }

/** Transactions of whoever acts, on a pool that pipelines and whose connections begin as somebody who may do least. */
export function createActing(pool: Pool, { ask, afterPagesChanged }: { ask: PlanKeeper; afterPagesChanged: () => Promise<void> }) {
  const several = new Kysely<DB>({ dialect: new ActingDialect({ pool: askingBy(pool, readFirstAnswer) }) })
  const single = new Kysely<DB>({ dialect: new PostgresDialect({ pool: askingBy(pool, (client, statement, values) => askWhole(client, statement, values, ask)) }) })

  async function run<Result>(actor: ActingAs, work: () => Promise<Result>): Promise<Result> {
    const transaction = { opening: openingStatement(actor), changedPages: false, isAsked: false }
    try {
      return await underWay.run(transaction, work)
    } finally {
      // Also where what comes after its commit fails, for nothing undoes it any more.
      if (transaction.changedPages) await afterPagesChanged()
    }
  }

  return {
    as: <Result>(actor: ActingAs, work: (trx: Transaction<DB>) => Promise<Result>) => run(actor, () => several.transaction().execute(work)),
    once: <Result>(actor: ActingAs, work: (db: Kysely<DB>) => Promise<Result>) => run(actor, () => work(single)),
  }
}

/** A statement with the beginning and the end of its transaction, sent together and answered in one round trip. */
async function askWhole(client: PoolClient, text: string, values: unknown[], ask: PlanKeeper): Promise<QueryResult> {
  const transaction = underWay.getStore()
  if (!transaction) throw new DatabaseProblem('A statement was asked without saying who acts.')
  if (transaction.isAsked) throw new DatabaseProblem('A second statement was asked where one is the whole transaction.')
  transaction.isAsked = true
  const { answer, closed } = await ask(text, (name) => sendWhole(client, transaction.opening, { ...(name && { name }), text, values }))
  transaction.changedPages = closed.pages_changed === 'yes'
  return answer
}

async function sendWhole(client: PoolClient, opening: string, statement: { name?: string; text: string; values: unknown[] }) {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  stream.cork()
  const sent = [client.query(opening), client.query(statement), client.query(CLOSING_STATEMENT)] as const
  stream.uncork()
  const answers = await Promise.allSettled(sent)
  // The first that fails says why: those after it are refused for its sake.
  const failure = answers.find(({ status }) => status === 'rejected')
  if (failure) {
    // Nobody gets a connection with somebody's transaction left on it.
    await client.query('rollback').catch(() => stream.destroy())
    throw (failure as PromiseRejectedResult).reason
  }
  const [, answer, closed] = await Promise.all(sent)
  return { answer, closed: firstOf(closed).rows[0] as Closed }
}

class ActingDriver extends PostgresDriver {
  override async beginTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0], _settings: TransactionSettings) {
    const transaction = underWay.getStore()
    if (!transaction) throw new DatabaseProblem('A transaction was begun without saying who acts.')
    try {
      await connection.executeQuery(CompiledQuery.raw(transaction.opening))
    } catch (problem) {
      // Kysely takes back what has begun, and for it this has not. A connection that cannot say so is not used again.
      await this.rollbackTransaction(connection).catch(() => {})
      throw problem
    }
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const { rows } = await connection.executeQuery<Closed>(CompiledQuery.raw(CLOSING_STATEMENT))
    const transaction = underWay.getStore()
    if (transaction) transaction.changedPages = rows[0]?.pages_changed === 'yes'
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

/** Several statements in one message have an answer each, of which the first is the one that says something. */
const firstOf = (answer: QueryResult | QueryResult[]): QueryResult => (Array.isArray(answer) ? answer[0]! : answer)
const readFirstAnswer: Asking = async (client, statement, values) => firstOf(await client.query(statement, values))
