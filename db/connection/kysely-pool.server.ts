import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { createPlanKeeper } from './prepared-statements.server.ts'

/** How a connection is asked a statement. */
export type Asking = (client: PoolClient, statement: string, values: unknown[]) => Promise<QueryResult>

/** A pool for Kysely whose connections are asked in a way of our own. */
export function askingBy(pool: Pool, asking: Asking): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const query = (statement: string, values: unknown[]) => asking(client, statement, values)
      const asked = { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient
      wrapped.set(client, asked)
      return asked
    },
    end: () => pool.end(),
  } as PostgresPool
}

/** Statements that are transactions of their own are planned once a connection; in a longer transaction none could be asked again. */
export const keepingPlans =
  (ask: ReturnType<typeof createPlanKeeper>): Asking =>
  (client, text, values) =>
    client.getTransactionStatus() === 'I' ? ask(text, (name) => client.query({ ...(name && { name }), text, values })) : client.query(text, values)
