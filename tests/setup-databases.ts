import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#db/embedded-postgres.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { makeShopLogins, type PoolAddresses } from '#db/shop-login.server.ts'
import { freePort } from './free-port.ts'

/** What a test file needs to make itself a database. */
export type TestServer = {
  /** As superuser, to the database `postgres`. */
  administrator: string
  /** As the owner of a migrated database that is only ever copied. */
  template: string
  /** As whom the shop's pools connect to that one. */
  login: string | PoolAddresses
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

const TEMPLATE = 'shop_template'
/** Nothing in a test outlives the machine, so nothing waits for the disk. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** One PostgreSQL for a whole test run of a project; each test file copies its migrated template. */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-tests-'))
  const { server, testServer } = await (project.name === 'sql-15' ? startOldest(directory) : startNewest(directory))
  const tearDown = async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await migrate(testServer.template)
    if (testServer.login !== testServer.template) await makeShopLogins(testServer.template)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('testServer', testServer)
  return tearDown
}

/** As `npm start` runs it: PostgreSQL 18 by its socket, owned by a superuser, each pool as a login without rights. */
async function startNewest(directory: string) {
  const server = await startEmbeddedPostgres({ directory, settings: HASTY })
  const administrator = server.maintenanceConnectionString
  await ask(administrator, `create database ${TEMPLATE}`)
  const template = onDatabase(administrator, TEMPLATE)
  return { server, testServer: { administrator, template, login: onDatabase(server.poolAddresses, TEMPLATE) } }
}

/** As DATABASE_URL is met in the field: PostgreSQL 15 by TCP, and the shop as a user with a password and few rights. */
async function startOldest(directory: string) {
  const port = await freePort()
  const settings = { ...HASTY, listen_addresses: '127.0.0.1', port: String(port) }
  const server = await startEmbeddedPostgres({ directory, major: 15, settings })
  const administrator = server.maintenanceConnectionString
  await ask(administrator, `create role shopkeeper login createrole password 'pepper & salt'`)
  await ask(administrator, `create database ${TEMPLATE} owner shopkeeper`)
  const template = `postgresql://shopkeeper:${encodeURIComponent('pepper & salt')}@127.0.0.1:${port}/${TEMPLATE}`
  return { server, testServer: { administrator, template, login: template } }
}

async function ask(connectionString: string, sql: string) {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The same server and user, or users, another database. */
export function onDatabase<Address extends string | PoolAddresses>(connectionString: Address, database: string): Address
export function onDatabase(connectionString: string | PoolAddresses, database: string): string | PoolAddresses {
  if (typeof connectionString !== 'string') {
    const { visitor, acting, worker, accounts } = connectionString
    return {
      visitor: onDatabase(visitor, database), acting: onDatabase(acting, database),
      worker: onDatabase(worker, database), accounts: onDatabase(accounts, database),
    }
  }
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}
