import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { syncFolderAtOnce } from '#shop/files/fsync-directory.server.ts'
import { done, refused, type Done, type Refused, type Refusal } from '#shop/outcome.ts'
import { lossIn, markFirstStart } from './data-loss.ts'
import { isLongEnough, SECRET_MIN_BYTES } from '#server/settings/session-secret.ts'

export type DataDirectory = {
  /** Absolute. */
  path: string
  /** Signs sessions; the same after every restart. */
  sessionSecret: string
  /** A shop begins in it with this start. */
  isNew: boolean
}
export type DataDirectoryRefusal = Refusal<'data-directory-unusable' | 'secret-unusable' | 'shop-lost'> & { problem: string }

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
  demoIsSaid?: boolean
}): Done<DataDirectory> | Refused<DataDirectoryRefusal> {
  const path = resolve(settings.dataDirectory)
  try {
    makeFolder(path)
    tryWriting(path)
    const file = join(path, 'secret')
    const kept = settings.sessionSecret ?? read(file)
    if (kept !== null && !isLongEnough(kept)) return refused('secret-unusable', { problem: secretProblem(file) })
    const loss = lossIn(path, { databaseUrl: settings.databaseUrl ?? null, demoIsSaid: settings.demoIsSaid ?? false })
    if (loss) return refused('shop-lost', { problem: loss })
    const isNew = markFirstStart(path)
    return done({ path, sessionSecret: kept ?? makeSecret(file), isNew })
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
    syncFolderAtOnce(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Rights alone do not tell: root has them all, even where nothing can be written. */
function tryWriting(folder: string) {
  const trial = join(folder, `.trial-${process.pid}`)
  try {
    writeFileSync(trial, '')
    rmSync(trial)
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
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolderAtOnce(dirname(file))
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
