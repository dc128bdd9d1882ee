import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { createPreparedStatements } from './prepared-statements.server.ts'

/** How a connection is asked a statement. */
export type RunQuery = (client: PoolClient, statement: string, values: unknown[]) => Promise<QueryResult>

/** A pool for Kysely whose connections are asked in a way of our own. */
export function createKyselyPool(pool: Pool, runQuery: RunQuery): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const query = (statement: string, values: unknown[]) => runQuery(client, statement, values)
      const wrappedClient = { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient
      wrapped.set(client, wrappedClient)
      return wrappedClient
    },
    end: () => pool.end(),
  } as PostgresPool
}

/** Statements that are transactions of their own are planned once a connection; in a longer transaction none could be asked again. */
export const usePreparedStatements =
  (runPrepared: ReturnType<typeof createPreparedStatements>): RunQuery =>
  (client, text, values) =>
    client.getTransactionStatus() === 'I' ? runPrepared(text, (name) => client.query({ ...(name && { name }), text, values })) : client.query(text, values)
