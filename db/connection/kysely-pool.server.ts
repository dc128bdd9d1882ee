import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { createPreparedStatements } from './prepared-statements.server.ts'

/** How a statement is sent on a connection. */
export type RunQuery = (client: PoolClient, statement: string, values: unknown[]) => Promise<QueryResult>

/** Wraps a pool for Kysely; every query goes through `runQuery`. */
export function createKyselyPool(pool: Pool, runQuery: RunQuery): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const query = (statement: string, values: unknown[]) => runQuery(client, statement, values)
      const wrappedClient = {
        query,
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient
      wrapped.set(client, wrappedClient)
      return wrappedClient
    },
    end: () => pool.end(),
  } as PostgresPool
}

/** Prepares only outside transactions: a failed statement could not be retried inside one. */
export const usePreparedStatements =
  (runPrepared: ReturnType<typeof createPreparedStatements>): RunQuery =>
  (client, text, values) =>
    client.getTransactionStatus() === 'I'
      ? runPrepared(text, (name) => client.query({ ...(name && { name }), text, values }))
      : client.query(text, values)
