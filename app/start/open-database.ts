import type { Logger } from 'pino'
import {
  connect,
  maxConnectionsPerNode,
  openListener,
  type ProcessRole,
  type ShopDatabase,
} from '#platform/database/connection/connect.server.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import {
  connectionLimitError,
  listWaitEvents,
  readConnectionLimit,
} from '#platform/database/connection/server-checks.server.ts'
import { openDatabaseClock, readDatabaseTime } from '#platform/database/connection/database-clock.server.ts'
import { createLoginRoles, type PoolAddresses } from '#platform/database/connection/login-roles.server.ts'
import { createPoolerLogins, pooledAddresses } from '#platform/database/connection/pooler-logins.server.ts'
import type { DataDirectory } from '#platform/data-directory/data-directory.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import { secretFingerprint } from '#platform/page-cache/secret-fingerprint.ts'
import { createCacheInvalidation, type CacheInvalidation } from '#platform/page-cache/cache-invalidation.ts'

/** Together with the time that requests have to end, as long as PostgreSQL lets a request's statement run (15 s). */
const CLOSE_TIMEOUT_MS = 5_000
/** A small shop opens sooner, so nothing is logged. */
const SLOW_START_MS = 15_000

export type DatabaseAddress = string | PoolAddresses
export type OpenedDatabase = {
  db: ShopDatabase
  cacheInvalidation: CacheInvalidation
  /** The time of the database. */
  clock: () => Date
  address: DatabaseAddress
  stop: () => Promise<void>
}

export async function startDatabase(
  {
    databaseUrl,
    databaseMigrationUrl,
    dataDirectory,
    processes = 1,
    reappliesDefinitions = false,
    slowStartMs = SLOW_START_MS,
  }: Pick<Settings, 'databaseUrl'> &
    Partial<Pick<Settings, 'databaseMigrationUrl' | 'reappliesDefinitions'>> & {
      dataDirectory: DataDirectory
      processes?: number
      slowStartMs?: number
    },
  log: Logger,
  onRestartLimit: (problem: Error) => void,
): Promise<OpenedDatabase> {
  const waiting = reportWaits(log, slowStartMs)
  let embedded: EmbeddedPostgres | undefined
  try {
    embedded = databaseUrl
      ? undefined
      : await startEmbeddedPostgres({
          directory: dataDirectory.path,
          log: (line) => log.info(line),
          onRestartLimit,
        })
    const owner = databaseMigrationUrl ?? databaseUrl ?? embedded!.ownerConnectionString
    waiting.address = owner
    const notice = await migrate(owner, { reapplies: reappliesDefinitions })
    if (notice) log.warn(notice)
    if (embedded) await createLoginRoles(owner)
    if (databaseMigrationUrl) await createPoolerLogins(databaseMigrationUrl, databaseUrl!)
    // The pooler shares its connections; only each process's listener has its own.
    const needed = databaseMigrationUrl ? processes + 1 : maxConnectionsPerNode(processes)
    await checkConnectionLimit(owner, processes, needed)
    const opened = await connectDatabase(
      databaseMigrationUrl
        ? pooledAddresses(databaseUrl!, databaseMigrationUrl)
        : (databaseUrl ?? embedded!.poolAddresses),
      {
        processRole: { processes, servesRequests: processes === 1 },
        sessionSecret: dataDirectory.sessionSecret,
        log,
      },
    )
    const stop = async () => {
      await opened.stop()
      await embedded?.stop()
    }
    return { ...opened, stop }
  } catch (problem) {
    await embedded?.stop()
    throw problem
  } finally {
    waiting.end()
  }
}

/** Nothing else shows whether a start makes progress. */
function reportWaits(log: Logger, intervalMs: number) {
  let isOver = false
  const report = async () => {
    const waitEvents = waiting.address === undefined ? [] : await listWaitEvents(waiting.address)
    if (isOver) return
    log.warn(
      { waitEvents },
      waitEvents.includes('SyncRep')
        ? 'The shop does not open yet: commits wait for a synchronous standby, which is away.'
        : 'The shop does not open yet: the database is not ready, or a migration runs, which may take minutes.',
    )
  }
  const timer = setInterval(() => void report(), intervalMs)
  const waiting = {
    address: undefined as string | undefined,
    end() {
      isOver = true
      clearInterval(timer)
    },
  }
  return waiting
}

/** Checked at start, because otherwise requests would fail under load. */
async function checkConnectionLimit(address: string, processes: number, needed: number) {
  const problem = connectionLimitError(
    { processes, needed, available: await readConnectionLimit(address) },
    address,
  )
  if (problem) throw problem
}

export async function connectDatabase(
  address: DatabaseAddress,
  {
    processRole,
    sessionSecret,
    log,
  }: { processRole: ProcessRole; sessionSecret: DataDirectory['sessionSecret']; log: Logger },
): Promise<OpenedDatabase> {
  let isStopping = false
  let opened: ShopDatabase | undefined
  const hasCacheNodes = async () =>
    (await opened?.worker.selectFrom('cache_nodes').select('node').limit(1).execute())?.length !== 0
  const cacheInvalidation = createCacheInvalidation({
    open: () => openListener(address),
    hasCacheNodes,
    fingerprint: secretFingerprint(sessionSecret),
    log,
  })
  try {
    const db = (opened = await connect({
      connectionString: address,
      processRole,
      // The pool reconnects; broken connections during shutdown are expected.
      onError: ({ message }) => isStopping || log.warn({ reason: message }, 'a database connection broke'),
      afterCacheInvalidation: () => cacheInvalidation.waitForAllNodes(),
    }))
    const clock = await openDatabaseClock({ readTime: () => readDatabaseTime(db.worker) })
    const stop = async () => {
      isStopping = true
      clock.stop()
      await cacheInvalidation.stop()
      await withTimeout(db.close(), CLOSE_TIMEOUT_MS)
    }
    return { db, cacheInvalidation, clock: clock.now, address, stop }
  } catch (problem) {
    await cacheInvalidation.stop()
    await opened?.close()
    throw problem
  }
}
