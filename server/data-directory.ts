import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { done, refused, type Done, type Refused, type Refusal } from '#shop/outcome.ts'

export type DataDirectory = {
  /** Absolute. */
  path: string
  /** Signs sessions; the same after every restart. */
  sessionSecret: string
}
export type DataDirectoryRefusal = Refusal<'data-directory-unusable'> & { problem: string }

/**
 * Makes the folder that holds everything the shop keeps, and the secret in it that sessions are signed with.
 * Several nodes on one database do not share a folder, so they need SESSION_SECRET.
 */
export function openDataDirectory(settings: {
  dataDirectory: string
  sessionSecret: string | null
}): Done<DataDirectory> | Refused<DataDirectoryRefusal> {
  const path = resolve(settings.dataDirectory)
  try {
    makeFolder(path)
    tryWriting(path)
    return done({ path, sessionSecret: settings.sessionSecret ?? keptSecret(join(path, 'secret')) })
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

function keptSecret(file: string): string {
  const kept = read(file)
  if (kept) return kept
  // Written aside and linked into place: of two first starts one secret wins, and none is ever half-written.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(file) ?? ''
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
