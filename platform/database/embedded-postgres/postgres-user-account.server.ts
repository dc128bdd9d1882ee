import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { copyPostgres, type PostgresBinaries } from './postgres-binaries.server.ts'

/** PostgreSQL refuses to run as root. */
export type PostgresAccount = {
  binaries: PostgresBinaries
  /** Command prefix that maps to an ordinary user ID, while file access stays with the current user. */
  prefix: string[]
  /** Another user, who must own the files. */
  owner: { uid: number; gid: number } | null
  /** The kernel stops PostgreSQL when the shop ends, and a file lock protects the data. */
  endsWithParent: boolean
}

/** PostgreSQL shuts down when its parent process ends for any reason. */
export const PARENT_DEATH_COMMAND = ['setpriv', '--pdeathsig', 'INT', 'flock', '--no-fork']

const BINARIES_COPY_DIRECTORY = '/var/cache/ninth-bend'

/** The first account that works on this machine. Throws {@link DatabaseStartupError} if none does. */
export function choosePostgresAccount(binaries: PostgresBinaries, cluster: string): PostgresAccount {
  const problems: string[] = []
  for (const account of candidateAccounts(binaries, cluster)) {
    const problem = findAccountProblem(account, nearestFolder(dirname(cluster)))
    if (problem === null) return account
    problems.push(problem)
  }
  throw new DatabaseStartupError(
    `PostgreSQL cannot be run here (${[...new Set(problems)].join('; ')}). Start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

function* candidateAccounts(binaries: PostgresBinaries, cluster: string): Generator<PostgresAccount> {
  const me = process.getuid?.() ?? 0
  const clusterOwner = ownerOf(cluster)
  const itself = { binaries, owner: null }
  if (me !== 0 && clusterOwner !== null && clusterOwner.uid !== me) {
    throw new DatabaseStartupError(
      `The database in ${cluster} belongs to user ${clusterOwner.uid}, the shop was started by user ${me}. Start it as that user, or hand the folder over: chown -R ${me} ${dirname(cluster)}`,
    )
  }
  if (me === 0 && clusterOwner !== null && clusterOwner.uid !== 0) {
    yield* asOtherUser(binaries, clusterOwner)
    return
  }
  if (me === 0 || !hasPasswdEntry()) yield { ...itself, prefix: inUserNamespace(), endsWithParent: true }
  if (me === 0) {
    const folderOwner = ownerOf(nearestFolder(dirname(cluster)))
    if (folderOwner && folderOwner.uid !== 0) yield* asOtherUser(binaries, folderOwner)
    if (clusterOwner === null) yield* asOtherUser(binaries, otherUser())
    return
  }
  yield { ...itself, prefix: [], endsWithParent: true }
  yield { ...itself, prefix: [], endsWithParent: false }
}

function* asOtherUser(
  binaries: PostgresBinaries,
  owner: { uid: number; gid: number },
): Generator<PostgresAccount> {
  yield { binaries, prefix: [], owner, endsWithParent: true }
  yield { binaries: copyPostgres(binaries, BINARIES_COPY_DIRECTORY), prefix: [], owner, endsWithParent: true }
}

function findAccountProblem(
  { binaries, prefix, owner, endsWithParent }: PostgresAccount,
  folder: string,
): string | null {
  const postgres = join(binaries.home, 'bin/postgres')
  const supervisionCommand = endsWithParent ? [...PARENT_DEATH_COMMAND, '--shared', postgres] : []
  const enter = ['sh', '-c', 'cd "$FOLDER" && exec "$@"', 'sh']
  const [command, ...rest] = [...prefix, ...supervisionCommand, ...enter, postgres, '--version']
  const env = { ...postgresEnvironment(binaries), FOLDER: folder }
  const run = spawnSync(command, rest, { encoding: 'utf8', env, cwd: '/', ...owner })
  if (run.status === 0) return null
  const reason = run.error?.message ?? run.stderr.trim().split('\n')[0] ?? ''
  return reason || `${command} ended with ${run.signal ?? run.status}`
}

function nearestFolder(path: string): string {
  return ownerOf(path) || path === dirname(path) ? path : nearestFolder(dirname(path))
}

/** Inside the namespace the server has an ordinary user ID, but file access is that of the current user. */
const inUserNamespace = () => [
  'unshare',
  '--user',
  `--map-user=${namedUser().uid}`,
  `--map-group=${namedUser().gid}`,
]

/** initdb looks up its user by name, so the ID must be in /etc/passwd. */
const namedUser = () => passwd().find(({ uid }) => uid !== 0) ?? { uid: 1, gid: 1 }

const otherUser = () =>
  passwd().find(({ name }) => name === 'postgres') ??
  passwd().find(({ name }) => name === 'nobody') ??
  namedUser()

function passwd(): { name: string; uid: number; gid: number }[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    return lines
      .filter((parts) => parts.length >= 4)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}

function hasPasswdEntry(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch {
    return null
  }
}

/** Excludes the caller's PGPORT, PGDATA and locale settings. */
export function postgresEnvironment(binaries: PostgresBinaries): NodeJS.ProcessEnv {
  // A library that was loaded through a link searches beside the link, so both directories are needed.
  const libraries = binaries.extraLibraries && `${binaries.extraLibraries}:${join(binaries.home, 'lib')}`
  const path = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
  return {
    PATH: path,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraries ? { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries } : {}),
  }
}
