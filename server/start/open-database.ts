import type { Logger } from 'pino'
import { connect, connectionsOfNode, openListener, type PartInNode, type ShopDatabase } from '#db/connection/connect.server.ts'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { connectionsLetIn, connectionsProblem } from '#db/connection/server-checks.server.ts'
import { makeShopLogins, type PoolAddresses } from '#db/connection/login-roles.server.ts'
import type { DataDirectory } from '#server/data-directory/data-directory.ts'
import type { Settings } from '#server/settings/environment-settings.ts'
import { watchPages, type PageWatch } from '#server/page-cache/cache-invalidation.ts'

/** Where the database is reached; one address serves every pool, or each has its own. */
export type DatabaseAddress = string | PoolAddresses
export type OpenDatabase = { db: ShopDatabase; pageWatch: PageWatch; address: DatabaseAddress; stop: () => Promise<void> }

/** The database that the settings name, or the shop's own PostgreSQL (D2): migrated and connected. */
export async function openDatabase(
  { databaseUrl, dataDirectory, processes = 1 }: Pick<Settings, 'databaseUrl'> & { dataDirectory: DataDirectory; processes?: number },
  log: Logger,
  onGivenUp: (problem: Error) => void,
): Promise<OpenDatabase> {
  const own = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: dataDirectory.path, log: (line) => log.info(line), onGivenUp })
  try {
    await migrate(databaseUrl ?? own!.ownerConnectionString)
    await refuseTooManyConnections(databaseUrl ?? own!.ownerConnectionString, processes)
    if (own) await makeShopLogins(own.ownerConnectionString)
    const opened = await joinDatabase(databaseUrl ?? own!.poolAddresses, { processes, answers: processes === 1 }, log)
    const stop = async () => {
      await opened.stop()
      await own?.stop()
    }
    return { ...opened, stop }
  } catch (problem) {
    await own?.stop()
    throw problem
  }
}

/** Told at the start: later it would be told by requests that fail on a busy day. */
async function refuseTooManyConnections(address: string, processes: number) {
  const needed = connectionsOfNode(processes)
  const problem = connectionsProblem({ processes, needed, letIn: await connectionsLetIn(address) }, address)
  if (problem) throw problem
}

/** A database that is there and migrated, for one process of a node. */
export async function joinDatabase(address: DatabaseAddress, part: PartInNode, log: Logger): Promise<OpenDatabase> {
  let isStopping = false
  let opened: ShopDatabase | undefined
  const isKeptAnywhere = async () => (await opened?.worker.selectFrom('page_nodes').select('node').limit(1).execute())?.length !== 0
  const pageWatch = watchPages({ open: () => openListener(address), isKeptAnywhere, log })
  try {
    const db = (opened = await connect({
      connectionString: address,
      part,
      // The pool replaces the connection by itself; while the shop closes, broken ones are what one expects.
      onError: ({ message }) => isStopping || log.warn({ reason: message }, 'a database connection broke'),
      afterPagesChanged: () => pageWatch.settled(),
    }))
    const stop = async () => {
      isStopping = true
      await pageWatch.stop()
      await db.close()
    }
    return { db, pageWatch, address, stop }
  } catch (problem) {
    await pageWatch.stop()
    throw problem
  }
}
