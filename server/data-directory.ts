import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return done({ path, sessionSecret: settings.sessionSecret ?? keptSecret(join(path, 'secret')) })
  } catch (error) {
    const { code, path: culprit = path } = error as NodeJS.ErrnoException
    return refused('data-directory-unusable', {
      problem: `DATA_DIR ${path} cannot be used (${code} at ${culprit}). Give this user the right to write there, or choose another DATA_DIR.`,
    })
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
