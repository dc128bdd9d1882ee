import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'

/** Starts a PostgreSQL that is reached by TCP with a password, as DATABASE_URL usually is, with all durability settings on. */
export async function startTcpDatabase(settings: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-tcp-database-'))
  const port = await freePort()
  const server = await startEmbeddedPostgres({
    directory,
    settings: { ...settings, listen_addresses: '127.0.0.1', port: String(port) },
  })
  const client = new Client({ connectionString: server.maintenanceConnectionString })
  await client.connect()
  await client.query(`create role shopkeeper login createrole password 'pepper'`)
  await client.query('create database ninth_bend_by_tcp owner shopkeeper')
  await client.end()
  return {
    url: `postgresql://shopkeeper:pepper@127.0.0.1:${port}/ninth_bend_by_tcp`,
    /** A superuser, for setup and checks. */
    owner: withDatabaseName(server.maintenanceConnectionString, 'ninth_bend_by_tcp'),
    pid: server.pid(),
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
