import { join } from 'node:path'
import type { Logger } from 'pino'
import { archivePictures } from './archived-pictures.ts'
import { isBaseBackupDue, makeBaseBackup, removeOldBaseBackups } from './base-backup.ts'

type BaseBackups = {
  archive: string
  /** Number of base backups, one a day. */
  keep: number
  dataDirectory: string
  findAddress: () => Promise<string | null>
  log: Pick<Logger, 'info' | 'error'>
}

const CHECK_INTERVAL_MS = 600_000

/** One a day, so that a restore replays a day at most; the first at once. */
export function startBaseBackups({ archive, keep, dataDirectory, findAddress, log }: BaseBackups) {
  let running: Promise<void> | undefined
  const make = async () => {
    const address = await findAddress()
    if (address === null || !(await isBaseBackupDue(archive, new Date()))) return
    await archivePictures(dataDirectory, archive)
    const folder = await makeBaseBackup(address, join(dataDirectory, 'postgres'), archive)
    await removeOldBaseBackups(archive, keep)
    log.info({ folder }, 'A base backup was made.')
  }
  const check = () => {
    running ??= make()
      .catch((error: unknown) => log.error({ error }, 'The base backup failed.'))
      .finally(() => (running = undefined))
  }
  const checking = setInterval(check, CHECK_INTERVAL_MS)
  checking.unref()
  check()
  return {
    /** Waits, because the database stops next. */
    async stop() {
      clearInterval(checking)
      await running
    },
  }
}
