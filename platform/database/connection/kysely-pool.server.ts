import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { createPreparedStatements } from './prepared-statements.server.ts'

export type RunQuery = (client: PoolClient, statement: string, values: unknown[]) => Promise<QueryResult>

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

/** Only outside transactions, because a failed statement cannot be retried inside one. */
export const usePreparedStatements =
  (runPrepared: ReturnType<typeof createPreparedStatements>): RunQuery =>
  (client, text, values) =>
    client.getTransactionStatus() === 'I'
      ? runPrepared(text, (name) => client.query({ ...(name && { name }), text, values }))
      : client.query(text, values)
