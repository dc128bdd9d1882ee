import type { Logger } from 'pino'
import { connect, type ShopDatabase } from '#db/connect.server.ts'
import { startEmbeddedPostgres } from '#db/embedded-postgres.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { makeShopLogins } from '#db/shop-login.server.ts'
import type { DataDirectory } from './data-directory.ts'
import type { Settings } from './env.ts'

export type OpenDatabase = { db: ShopDatabase; stop: () => Promise<void> }

/** The database that the settings name, or the shop's own PostgreSQL (D2): migrated and connected. */
export async function openDatabase(
  { databaseUrl, dataDirectory }: Pick<Settings, 'databaseUrl'> & { dataDirectory: DataDirectory },
  log: Logger,
  onGivenUp: (problem: Error) => void,
): Promise<OpenDatabase> {
  const own = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: dataDirectory.path, log: (line) => log.info(line), onGivenUp })
  try {
    await migrate(databaseUrl ?? own!.ownerConnectionString)
    if (own) await makeShopLogins(own.ownerConnectionString)
    let isStopping = false
    const db = await connect({
      connectionString: databaseUrl ?? own!.poolAddresses,
      // The pool replaces the connection by itself; while the shop closes, broken ones are what one expects.
      onError: ({ message }) => isStopping || log.warn({ reason: message }, 'a database connection broke'),
    })
    const stop = async () => {
      isStopping = true
      await db.close()
      await own?.stop()
    }
    return { db, stop }
  } catch (problem) {
    await own?.stop()
    throw problem
  }
}
