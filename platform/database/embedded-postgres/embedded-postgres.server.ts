import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { checkNotMoved } from './moved-database.server.ts'
import { choosePostgresAccount } from './postgres-user-account.server.ts'
import { findPostgres, type PostgresMajor } from './postgres-binaries.server.ts'
import { createSocketDirectory, prepareCluster, SUPERUSER } from './postgres-cluster.server.ts'
import { stopServer, launchServer, waitForExit } from './postgres-process.server.ts'
import { LOGIN_ROLES, type PoolAddresses } from '#platform/database/connection/login-roles.server.ts'

export type EmbeddedPostgres = {
  /** One address per pool; valid after `createLoginRoles`. */
  poolAddresses: PoolAddresses
  /** The owner of the shop's database; for migrations only. */
  ownerConnectionString: string
  /** The owner, connected to the database `postgres`, for creating other databases. */
  maintenanceConnectionString: string
  pid: () => number
  /** Fast shutdown; resolves when all data are written. May be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** DATA_DIR; the cluster is in its directory `postgres`. */
  directory: string
  log?: (line: string) => void
  /** PostgreSQL ended repeatedly and is no longer restarted; the shop should exit. */
  onRestartLimit?: (problem: Error) => void
  major?: PostgresMajor
  settings?: Record<string, string>
}

const DATABASE = 'ninth_bend'
const RESTART_DELAYS_MS = [100, 500, 1000, 2000, 5000]
const RESTART_RESET_MS = 60_000

/** fsync, full_page_writes and synchronous_commit keep their safe defaults. */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // The shop logs failed statements itself.
  log_min_messages: 'log',
  jit: 'off',
  random_page_cost: '1.1',
}

/**
 * Creates the cluster on first use. Call it in the main thread, because PostgreSQL's parent-death signal
 * follows that thread. Throws {@link DatabaseStartupError}.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, onRestartLimit = () => {}, major = 18 } = options
  const directory = resolve(options.directory)
  checkNotMoved(directory)
  const cluster = join(directory, 'postgres')
  const settings: Record<string, string> = { ...SETTINGS, ...options.settings }
  const account = choosePostgresAccount(findPostgres(major, join(directory, 'postgres-libraries')), cluster)
  await prepareCluster(cluster, account, { isForTests: settings.fsync === 'off' })
  const socketDirectory = createSocketDirectory(cluster, account)

  const launch = () => launchServer({ cluster, account, socketDirectory, settings, log })
  let server = await launch()
  const stopping = new AbortController()
  const shouldRun = () => !stopping.signal.aborted
  const supervision = supervise()

  async function supervise() {
    let failures = 0
    while (shouldRun()) {
      const startedAt = Date.now()
      await waitForExit(server)
      if (!shouldRun()) return
      log(`PostgreSQL ended by itself (${server.signalCode ?? server.exitCode}); starting it again.`)
      if (Date.now() - startedAt > RESTART_RESET_MS) failures = 0
      for (let isBack = false; !isBack && shouldRun();) {
        const delay = RESTART_DELAYS_MS[failures++]
        if (delay === undefined)
          return onRestartLimit(new DatabaseStartupError(`PostgreSQL kept ending; see ${cluster}.log.`))
        await pause(delay)
        isBack = await launch().then(
          (next) => replaceServer(next),
          () => false,
        )
      }
    }
  }

  function replaceServer(next: ChildProcess) {
    server = next
    return true
  }

  async function stop() {
    stopping.abort()
    await stopServer(server)
    await supervision
    await stopServer(server)
    rmSync(socketDirectory, { recursive: true, force: true })
  }

  const connectionStringFor = (database: string, user = SUPERUSER) =>
    `postgresql://${user}@localhost:${settings.port}/${database}?host=${encodeURIComponent(socketDirectory)}`
  try {
    await createDatabase(connectionStringFor('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    poolAddresses: {
      visitor: connectionStringFor(DATABASE, LOGIN_ROLES.visitor.name),
      acting: connectionStringFor(DATABASE, LOGIN_ROLES.acting.name),
      worker: connectionStringFor(DATABASE, LOGIN_ROLES.worker.name),
      accounts: connectionStringFor(DATABASE, LOGIN_ROLES.accounts.name),
    },
    ownerConnectionString: connectionStringFor(DATABASE),
    maintenanceConnectionString: connectionStringFor('postgres'),
    pid: () => server.pid ?? 0,
    stop,
  }
}

async function createDatabase(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
