import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, type QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { connect, type ShopDatabase } from '#db/connect.server.ts'
import type { DB } from '#db/schema.ts'
import type { PoolAddresses } from '#db/shop-login.server.ts'
import { shopTypes } from '#db/value-types.server.ts'
import { onDatabase } from './setup-databases.ts'

export type TestDatabase = {
  /** As the shop has it: every pool under its role. */
  db: ShopDatabase
  /** As superuser, past every policy: for arranging and for looking, never for what a test is about. */
  owner: Kysely<DB>
  /** The same as plain SQL: `await query('select …', [values])` gives the rows. */
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** As the shop's pools log in, for what connects by itself. */
  connectionString: string | PoolAddresses
  close(): Promise<void>
}

/**
 * A database of its own for one test file: a copy of the migrated template, about 25 ms.
 * Only files named *.sql.test.ts have a server; they run on PostgreSQL 18 and on PostgreSQL 15.
 */
export async function newTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  if (!server) throw new Error('Only test files named *.sql.test.ts have a database. Rename this one.')
  const name = `test_${randomBytes(6).toString('hex')}`
  const connectionString = onDatabase(server.login, name)
  const template = new URL(server.template).pathname.slice(1)
  await administer(
    `create database ${name} template ${template} strategy wal_log owner ${new URL(server.template).username}`,
  )

  const pool = new Pool({
    connectionString: onDatabase(server.administrator, name),
    options: '-c timezone=UTC',
    max: 4,
    types: shopTypes,
  })
  // Dropping the database below may meet a connection that is still saying goodbye.
  pool.on('error', () => {})
  const db = await connect({ connectionString })
  return {
    db,
    owner: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    connectionString,
    async close() {
      await Promise.all([db.close(), pool.end()])
      await administer(`drop database ${name} with (force)`)
    },
  }

  async function administer(sql: string) {
    const client = new Client({ connectionString: server.administrator })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
}
