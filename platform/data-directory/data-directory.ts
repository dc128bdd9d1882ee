import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fsyncDirectorySync } from '#platform/files/fsync-directory.server.ts'
import { done, refused, type Done, type Refused, type Refusal } from '#shop/outcome.ts'
import { findDirectoryLoss, markFirstStartPending } from './data-loss.ts'
import { checkWritable, makeDirectory } from './writable-directory.ts'
import { isSecretLongEnough, SECRET_MIN_BYTES } from '#platform/settings/session-secret.ts'

export type DataDirectory = { path: string; sessionSecret: string; isNew: boolean }
export type DataDirectoryError = Refusal<'data-directory-unusable' | 'secret-unusable' | 'shop-lost'> & {
  problem: string
}

const SECRET_BYTES = 32

/** Creates the directory and its secret. Nodes that share a database have different directories, so they need SESSION_SECRET. */
export function openDataDirectory(settings: {
  dataDirectory: string
  sessionSecret: string | null
  databaseUrl?: string | null
  acceptsDataLoss?: boolean
}): Done<DataDirectory> | Refused<DataDirectoryError> {
  const path = resolve(settings.dataDirectory)
  try {
    makeDirectory(path)
    checkWritable(path)
    const file = join(path, 'secret')
    const storedSecret = settings.sessionSecret ?? read(file)
    if (storedSecret !== null && !isSecretLongEnough(storedSecret))
      return refused('secret-unusable', { problem: secretProblem(file) })
    const dataLoss = findDirectoryLoss(path, {
      databaseUrl: settings.databaseUrl ?? null,
      acceptsDataLoss: settings.acceptsDataLoss ?? false,
    })
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

const secretProblem = (file: string) =>
  `${file} holds fewer than ${SECRET_MIN_BYTES} bytes, so that sessions could be forged. Restore it from a backup, or delete it to have a new one made: ` +
  'then everybody is signed out, links in mails sent before stop working, and second factors must be set up again.'

/** Linked from a synced temporary file: concurrent starts agree on one secret, and a power cut leaves no partial file. */
function makeSecret(file: string): string {
  const temporaryFile = `${file}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(temporaryFile, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
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
