import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { describeLocation } from '#platform/database/connection/database-url.server.ts'

/** This file in DATA_DIR says that the shop uses another database and the one in `postgres` is old. */
const markerOf = (directory: string) => join(resolve(directory), 'database-moved')

export function markDatabaseMoved(directory: string, address: string) {
  const text = `${describeLocation(address)} on ${new Date().toISOString()}`
  writeFileSync(markerOf(directory), `${text}\n`, { flush: true })
}

/** Throws {@link DatabaseStartupError} in a directory that {@link markDatabaseMoved} has marked. */
export function checkNotMoved(directory: string) {
  const marker = markerOf(directory)
  // If DATA_DIR is not a readable directory, opening it reports that.
  if (!existsSync(marker)) return
  const moved = readFileSync(marker, 'utf8').trim()
  throw new DatabaseStartupError(
    `The database of DATA_DIR ${resolve(directory)} was moved to ${moved}, so the old one is not opened. Set DATABASE_URL to the new one. ` +
      `To go back to the old one, without everything since then, delete ${marker}.`,
  )
}

/** After a restore, the directory has its own database again. */
export const forgetMovedDatabase = (directory: string) => rmSync(markerOf(directory), { force: true })
