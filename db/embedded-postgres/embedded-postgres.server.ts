import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseProblem } from '#db/connection/database-error.server.ts'
import { chooseAccount } from './postgres-user-account.server.ts'
import { findPostgres, type PostgresMajor } from './postgres-binaries.server.ts'
import { makeSocketDirectory, prepareCluster, SUPERUSER } from './postgres-cluster.server.ts'
import { endServer, launchServer, whenEnded } from './postgres-process.server.ts'
import { SHOP_LOGINS, type PoolAddresses } from '#db/connection/login-roles.server.ts'

export type EmbeddedPostgres = {
  /** For the pools, as soon as `makeShopLogins` has run; they name the shop's own database. */
  poolAddresses: PoolAddresses
  /** The same as its owner, who may do everything: for migrations alone. */
  ownerConnectionString: string
  /** As owner to the database `postgres`, from which others can be made. */
  maintenanceConnectionString: string
  /** Process id of the running server; another one after a restart. */
  pid: () => number
  /** Fast shutdown; waits until all data is at rest. A second call is harmless. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** DATA_DIR: the cluster stands in its folder `postgres`. */
  directory: string
  /** One line on what happened to the server, for the shop's log. */
  log?: (line: string) => void
  /** PostgreSQL kept ending by itself and was given up: the shop should end too. */
  onGivenUp?: (problem: Error) => void
  major?: PostgresMajor
  /** Other server settings, for tests: port, listen_addresses, fsync. */
  settings?: Record<string, string>
}

const DATABASE = 'ninth_bend'
const RESTART_PAUSES_MILLISECONDS = [100, 500, 1000, 2000, 5000]
const RESTARTS_FORGOTTEN_AFTER_MILLISECONDS = 60_000

/** fsync, full_page_writes and synchronous_commit are absent on purpose: they keep their safe defaults. */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Failed statements reach the shop and its log; here they would only fill the disk.
  log_min_messages: 'log',
  jit: 'off',
  random_page_cost: '1.1',
}

/**
 * Starts the shop's own PostgreSQL on the data in `directory`, making the cluster on first use, and keeps it running.
 * Call it from the main thread: the leash that ends PostgreSQL with the shop hangs on the thread that spawned it.
 * Throws {@link DatabaseProblem} with a line for the person who starts the shop.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, onGivenUp = () => {}, major = 18 } = options
  const directory = resolve(options.directory)
  const cluster = join(directory, 'postgres')
  const settings: Record<string, string> = { ...SETTINGS, ...options.settings }
  const account = chooseAccount(findPostgres(major, join(directory, 'postgres-libraries')), cluster)
  await prepareCluster(cluster, account, { isForTests: settings.fsync === 'off' })
  const socketDirectory = makeSocketDirectory(cluster, account)

  const launch = () => launchServer({ cluster, account, socketDirectory, settings, log })
  let server = await launch()
  const stopping = new AbortController()
  const hasToRun = () => !stopping.signal.aborted
  const supervision = supervise()

  async function supervise() {
    let failures = 0
    while (hasToRun()) {
      const startedAt = Date.now()
      await whenEnded(server)
      if (!hasToRun()) return
      log(`PostgreSQL ended by itself (${server.signalCode ?? server.exitCode}); starting it again.`)
      if (Date.now() - startedAt > RESTARTS_FORGOTTEN_AFTER_MILLISECONDS) failures = 0
      for (let isBack = false; !isBack && hasToRun(); ) {
        const delay = RESTART_PAUSES_MILLISECONDS[failures++]
        if (delay === undefined) return onGivenUp(new DatabaseProblem(`PostgreSQL kept ending; see ${cluster}.log.`))
        await pause(delay)
        isBack = await launch().then((next) => adopt(next), () => false)
      }
    }
  }

  function adopt(next: ChildProcess) {
    server = next
    return true
  }

  async function stop() {
    stopping.abort()
    await endServer(server)
    await supervision
    // A restart may have been under way while the first of these waited.
    await endServer(server)
    rmSync(socketDirectory, { recursive: true, force: true })
  }

  const at = (database: string, user = SUPERUSER) =>
    `postgresql://${user}@localhost:${settings.port}/${database}?host=${encodeURIComponent(socketDirectory)}`
  try {
    await makeDatabase(at('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    poolAddresses: {
      visitor: at(DATABASE, SHOP_LOGINS.visitor.name),
      acting: at(DATABASE, SHOP_LOGINS.acting.name),
      worker: at(DATABASE, SHOP_LOGINS.worker.name),
      accounts: at(DATABASE, SHOP_LOGINS.accounts.name),
    },
    ownerConnectionString: at(DATABASE),
    maintenanceConnectionString: at('postgres'),
    pid: () => server.pid ?? 0,
    stop,
  }
}

async function makeDatabase(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
