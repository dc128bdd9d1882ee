import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { postgresEnvironment, type PostgresAccount } from './postgres-user-account.server.ts'
import { isProcessAlive, lockFileOf, logFileOf } from './postgres-process.server.ts'

/** For initdb and migrations only, never for the pools. */
export const SUPERUSER = 'ninth_bend_owner'

/** A Unix socket path may have 107 bytes, of which PostgreSQL's file name takes 20. */
const SOCKET_DIRECTORY_MAX_BYTES = 80

/** Creates the cluster on first use. Throws {@link DatabaseStartupError} if it cannot be used. */
export async function prepareCluster(cluster: string, account: PostgresAccount, { isForTests = false } = {}) {
  const directory = dirname(cluster)
  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(cluster, account, isForTests)
    // PostgreSQL refuses a data directory that others can read, and restored copies often are.
    chmodSync(cluster, 0o700)
    for (const file of [lockFileOf(cluster), logFileOf(cluster)]) {
      closeSync(openSync(file, 'a', 0o600))
      if (account.owner) chownSync(file, account.owner.uid, account.owner.gid)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code)) throw error
    throw new DatabaseStartupError(
      `DATA_DIR ${directory} cannot be written (${code}). Give this user the right to write there, or choose another DATA_DIR.`,
      { cause: error },
    )
  }
  checkMajorVersion(cluster, account)
}

function checkMajorVersion(cluster: string, { binaries }: PostgresAccount) {
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (major === String(binaries.major)) return
  throw new DatabaseStartupError(
    `The database in ${cluster} was made by PostgreSQL ${major}, this shop brings PostgreSQL ${binaries.major}. Move it with pg_dump, or run PostgreSQL ${major} yourself and set DATABASE_URL.`,
  )
}

/** Renamed when complete, so that an interrupted first start leaves nothing partial. */
async function createCluster(cluster: string, account: PostgresAccount, isForTests: boolean) {
  const directory = dirname(cluster)
  mkdirSync(directory, { recursive: true })
  removeLeftovers(cluster)
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new DatabaseStartupError(
      `${cluster} holds something that is no PostgreSQL database. Move it away, or choose another DATA_DIR.`,
    )
  }
  const temporaryDirectory = `${cluster}.new-${process.pid}`
  mkdirSync(temporaryDirectory, { mode: 0o700 })
  if (account.owner) chownSync(temporaryDirectory, account.owner.uid, account.owner.gid)
  try {
    await initialise(temporaryDirectory, account, isForTests)
    renameSync(temporaryDirectory, cluster)
    fsyncDirectory(directory)
  } catch (error) {
    // Another process may have created the cluster first; the lock decides who may run it.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  } finally {
    rmSync(temporaryDirectory, { recursive: true, force: true })
  }
}

function removeLeftovers(cluster: string) {
  const directory = dirname(cluster)
  const prefix = `${cluster.slice(directory.length + 1)}.new-`
  for (const name of readdirSync(directory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    if (pid > 0 && (pid === process.pid || !isProcessAlive(pid)))
      rmSync(join(directory, name), { recursive: true, force: true })
  }
}

async function initialise(directory: string, account: PostgresAccount, isForTests: boolean) {
  // On systems without the locale C.UTF-8, the builtin provider still sorts and compares.
  const complaint =
    (await runInitdb(directory, account, isForTests, 'C.UTF-8')) &&
    (await runInitdb(directory, account, isForTests, 'C'))
  if (complaint)
    throw new DatabaseStartupError(`PostgreSQL could not make its database in ${directory}: ${complaint}`)
}

async function runInitdb(directory: string, account: PostgresAccount, isForTests: boolean, locale: string) {
  const { binaries, prefix, owner } = account
  const provider = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const initdb = [
    join(binaries.home, 'bin/initdb'),
    '-D',
    directory,
    '-U',
    SUPERUSER,
    '--encoding=UTF8',
    `--locale=${locale}`,
    ...provider,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    // Tests copy clusters with every segment of the log.
    ...(isForTests ? ['--no-sync', '--wal-segsize=1'] : []),
  ]
  const [command = '', ...rest] = [...prefix, ...initdb]
  const run = spawn(command, rest, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: postgresEnvironment(binaries),
    cwd: '/',
    ...owner,
  })
  const [complaints] = await Promise.all([text(run.stderr), once(run, 'close')])
  if (run.exitCode === 0) return null
  return (
    complaints
      .trim()
      .split('\n')
      .find((line) => /error|fatal/i.test(line)) ??
    complaints.trim().split('\n')[0] ??
    'no reason given'
  )
}

function fsyncDirectory(path: string) {
  const directory = openSync(path, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

export function createSocketDirectory(cluster: string, { owner }: PostgresAccount): string {
  const me = process.getuid?.() ?? 0
  const name = `ninth-bend-${createHash('sha256').update(`${me} ${cluster}`).digest('hex').slice(0, 12)}`
  const base = Buffer.byteLength(join(tmpdir(), name)) <= SOCKET_DIRECTORY_MAX_BYTES ? tmpdir() : '/tmp'
  const directory = join(base, name)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(directory)
  if (!lstatSync(directory).isDirectory() || (uid !== me && uid !== owner?.uid)) {
    throw new DatabaseStartupError(
      `${directory} belongs to somebody else. Remove it, or set TMPDIR to another folder.`,
    )
  }
  chmodSync(directory, 0o700)
  if (owner) chownSync(directory, owner.uid, owner.gid)
  return directory
}
