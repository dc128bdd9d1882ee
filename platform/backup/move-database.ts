import { resolve } from 'node:path'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { markDatabaseMoved } from '#platform/database/embedded-postgres/moved-database.server.ts'
import type { PictureStore } from '#platform/picture-store/picture-store.server.ts'
import type { ArchiveSummary } from './archive/archive-format.ts'
import { loadArchive } from './restore/load-archive.ts'
import { checkDatabase } from './restore/restore-backup.ts'
import { makeBackup, type OnProgress } from './make-backup.ts'

/** Pictures and secret remain in the data directory. */
const NO_PICTURES: PictureStore = { read: async () => null, write: async () => {}, remove: async () => {} }

/**
 * Copies the rows of the embedded database, whose shop must be stopped, into an empty one and compares them. The old one remains, but
 * nothing opens it. Throws BackupError, and DatabaseStartupError if the shop is running.
 */
export async function moveDatabase(
  dataDirectory: string,
  address: string,
  onProgress?: OnProgress,
): Promise<ArchiveSummary> {
  await checkDatabase(address, 'A shop is only moved')
  // Its lock keeps the shop from starting meanwhile.
  const embedded = await startEmbeddedPostgres({ directory: resolve(dataDirectory) })
  try {
    const source = { address: embedded.ownerConnectionString, pictures: null, key: null, secret: null }
    const { summary } = await makeBackup(
      { ...source, ...(onProgress && { onProgress }) },
      () => async (bytes) => {
        await loadArchive(bytes, null, {
          address,
          pictures: NO_PICTURES,
          writeSecret: () => {},
          sendsWaitingEmails: true,
          keepsBackupRecords: true,
        })
      },
    )
    markDatabaseMoved(dataDirectory, address)
    return summary
  } finally {
    await embedded.stop()
  }
}
