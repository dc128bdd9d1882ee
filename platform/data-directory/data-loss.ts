import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { pictureKeyFromUrl } from '#shop/picture-key.ts'
import type { PictureStore } from '#platform/picture-store/picture-store.server.ts'
import { fsyncDirectorySync } from '#platform/files/fsync-directory.server.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'

/** Marker file until the shop has opened once: distinguishes an interrupted first start from lost data. */
export const FIRST_START = 'first-start'
const DATA_REMOVED = 'data-removed'
const DATA_ENTRIES = ['secret', 'mail', 'storage'] as const

const NEW_SHOP_HINT = 'or begin a new shop by starting once with ACCEPT_DATA_LOSS=yes.'
const CONTINUE_HINT = 'or go on without by starting once with ACCEPT_DATA_LOSS=yes.'

type LossCheckSettings = Pick<Settings, 'databaseUrl' | 'acceptsDataLoss'>

/** Why a start would create a new shop beside a lost one, or null. Called before this start writes to the directory. */
export function findDirectoryLoss(
  path: string,
  { databaseUrl, acceptsDataLoss }: LossCheckSettings,
): string | null {
  if (acceptsDataLoss) return null
  const hasDatabase = existsSync(join(path, 'postgres', 'PG_VERSION'))
  // A restored backup overrides the marker.
  if (existsSync(join(path, DATA_REMOVED)) && !hasDatabase) {
    return `DATA_DIR ${path} was removed while its shop was running. Put a backup back there, ${NEW_SHOP_HINT}`
  }
  if (databaseUrl || hasDatabase || existsSync(join(path, FIRST_START))) return null
  const leftovers = DATA_ENTRIES.filter((name) => containsFiles(join(path, name)))
  if (leftovers.length === 0) return null
  return (
    `DATA_DIR ${path} holds what is left of a shop (${leftovers.join(', ')}), but its database in postgres/ is gone. ` +
    `Put a backup back, set DATABASE_URL if the database is elsewhere, ${NEW_SHOP_HINT}`
  )
}

/** Whether this is a first start; if so, sets a marker that {@link clearStartMarkers} removes. */
export function markFirstStartPending(path: string): boolean {
  if (
    existsSync(join(path, FIRST_START)) ||
    existsSync(join(path, 'postgres')) ||
    DATA_ENTRIES.some((name) => existsSync(join(path, name)))
  )
    return false
  writeMarker(path, FIRST_START, 'This shop has not opened yet.\n')
  return true
}

export function clearStartMarkers(path: string) {
  for (const name of [FIRST_START, DATA_REMOVED]) rmSync(join(path, name), { force: true })
}

export function markDataRemoved(path: string) {
  mkdirSync(path, { recursive: true })
  writeMarker(
    path,
    DATA_REMOVED,
    `The data of this shop were removed while it was running, as it noticed on ${new Date().toISOString()}.\n`,
  )
}

function writeMarker(path: string, name: string, text: string) {
  writeFileSync(join(path, name), text, { flush: true })
  fsyncDirectorySync(path)
}

/** Why database and directory cannot belong to the same shop, or null. Removes what this start has created in the directory. */
export async function findDatabaseMismatch(
  db: Pick<ShopDatabase, 'accounts' | 'worker'>,
  { path, isNew }: { path: string; isNew: boolean },
  {
    databaseUrl,
    acceptsDataLoss,
    sessionSecret,
    s3,
  }: LossCheckSettings & Pick<Settings, 'sessionSecret' | 's3'>,
): Promise<string | null> {
  if (acceptsDataLoss) return null
  if (databaseUrl && isNew && !sessionSecret) {
    const { rowCount } = await db.accounts.query('select from administrator limit 1')
    if (rowCount) {
      for (const name of ['secret', FIRST_START]) rmSync(join(path, name), { force: true })
      return (
        `The database of DATABASE_URL is that of a shop, but DATA_DIR ${path} is empty: a new secret would sign everybody out and make second factors unreadable. ` +
        `Put the folder back, set SESSION_SECRET to what it was, ${CONTINUE_HINT}`
      )
    }
  }
  if (s3 || containsFiles(join(path, 'storage'))) return null
  if (!(await db.worker.selectFrom('pictures').select('image_url').limit(1).executeTakeFirst())) return null
  return `The database knows of pictures, but ${join(path, 'storage')} is empty. Put a backup back, set the S3_ settings if they are in a store, make that folder a link to the one that all nodes share, ${CONTINUE_HINT}`
}

/** Several pictures are checked in a bucket, because some may be missing. */
const SOUGHT_PICTURES = 5

/** Why the bucket cannot belong to the database, or null. A store that is unavailable is not empty. */
export async function findPictureLoss(
  db: Pick<ShopDatabase, 'worker'>,
  pictures: Pick<PictureStore, 'read'>,
  { acceptsDataLoss, location }: Pick<Settings, 'acceptsDataLoss'> & { location: string },
): Promise<string | null> {
  if (acceptsDataLoss) return null
  const rows = await db.worker.selectFrom('pictures').select('image_url').limit(SOUGHT_PICTURES).execute()
  const keys = rows.map(({ image_url }) => pictureKeyFromUrl(image_url)).filter((key) => key !== null)
  const found = await Promise.all(keys.map((key) => pictures.read(key).catch(() => 'unknown')))
  if (found.length === 0 || found.some((picture) => picture !== null)) return null
  return `The database knows of pictures, but ${location} has none of them. Copy them there, correct S3_BUCKET, ${CONTINUE_HINT}`
}

function containsFiles(path: string): boolean {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
  }
}

const CHECK_INTERVAL_MS = 1000
const MISSES_BEFORE_GONE = 3

export function watchDataFiles(
  { path }: { path: string },
  { databaseUrl, sessionSecret }: Pick<Settings, 'databaseUrl' | 'sessionSecret'>,
  onGone: (problem: string) => void,
) {
  const requiredPath = !databaseUrl
    ? join(path, 'postgres', 'PG_VERSION')
    : sessionSecret
      ? path
      : join(path, 'secret')
  // Only a missing file counts as lost; an I/O error does not.
  const isPresent = () => {
    try {
      return statSync(requiredPath, { throwIfNoEntry: false }) !== undefined
    } catch {
      return true
    }
  }
  let missedChecks = 0
  const checkInterval = setInterval(() => {
    missedChecks = isPresent() ? 0 : missedChecks + 1
    if (missedChecks < MISSES_BEFORE_GONE) return
    clearInterval(checkInterval)
    onGone(
      databaseUrl
        ? `DATA_DIR ${path} was removed while the shop is running: pictures, mails and the secret in it are gone. Put a backup back and start again.`
        : `DATA_DIR ${path} was removed while the shop was running, and its database with it, so the shop ends. Put a backup back before the next start.`,
    )
  }, CHECK_INTERVAL_MS)
  checkInterval.unref()
  return { isPresent, stop: () => clearInterval(checkInterval) }
}
