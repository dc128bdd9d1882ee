import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fsyncDirectorySync } from '#shop/files/fsync-directory.server.ts'
import { done, refused, type Done, type Refused, type Refusal } from '#shop/outcome.ts'
import { findDirectoryLoss, markFirstStartPending } from './data-loss.ts'
import { isSecretLongEnough, SECRET_MIN_BYTES } from '#server/settings/session-secret.ts'

export type DataDirectory = {
  /** Absolute. */
  path: string
  /** Signs sessions; the same after every restart. */
  sessionSecret: string
  /** A shop begins in it with this start. */
  isNew: boolean
}
export type DataDirectoryError = Refusal<'data-directory-unusable' | 'secret-unusable' | 'shop-lost'> & { problem: string }

/** Shorter than this it is not what the shop wrote, and could be guessed. */
const SECRET_BYTES = 32

/**
 * Makes the folder that holds everything the shop keeps, and the secret in it that sessions are signed with.
 * Several nodes on one database do not share a folder, so they need SESSION_SECRET.
 */
export function openDataDirectory(settings: {
  dataDirectory: string
  sessionSecret: string | null
  databaseUrl?: string | null
  isDemoExplicit?: boolean
}): Done<DataDirectory> | Refused<DataDirectoryError> {
  const path = resolve(settings.dataDirectory)
  try {
    makeFolder(path)
    checkWritable(path)
    const file = join(path, 'secret')
    const storedSecret = settings.sessionSecret ?? read(file)
    if (storedSecret !== null && !isSecretLongEnough(storedSecret)) return refused('secret-unusable', { problem: secretProblem(file) })
    const dataLoss = findDirectoryLoss(path, { databaseUrl: settings.databaseUrl ?? null, isDemoExplicit: settings.isDemoExplicit ?? false })
    if (dataLoss) return refused('shop-lost', { problem: dataLoss })
    const isNew = markFirstStartPending(path)
    return done({ path, sessionSecret: storedSecret ?? makeSecret(file), isNew })
  } catch (error) {
    const { code, path: culprit = path } = error as NodeJS.ErrnoException
    return refused('data-directory-unusable', {
      problem: `DATA_DIR ${path} cannot be used (${code} at ${culprit}). Give this user the right to write there, or choose another DATA_DIR.`,
    })
  }
}

/** One folder after the other: told to make them all at once, Node never comes back from a place like /proc. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
    fsyncDirectorySync(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Rights alone do not tell: root has them all, even where nothing can be written. */
function checkWritable(folder: string) {
  const probeFile = join(folder, `.trial-${process.pid}`)
  try {
    writeFileSync(probeFile, '')
    rmSync(probeFile)
  } catch (error) {
    throw Object.assign(error as Error, { path: folder })
  }
}

const secretProblem = (file: string) =>
  `${file} holds fewer than ${SECRET_MIN_BYTES} bytes, so that sessions could be forged. Restore it from a backup, or delete it to have a new one made: ` +
  'then everybody is signed out, links in mails sent before stop working, and second factors must be set up again.'

/**
 * Written beside its place, synced, and linked into place: of several first starts one secret wins, none is ever half
 * written, and a power cut leaves it whole or absent.
 */
function makeSecret(file: string): string {
  const temporaryFile = `${file}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(temporaryFile, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(temporaryFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryFile, { force: true })
  }
  fsyncDirectorySync(dirname(file))
  return read(file)!
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
