import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import {
  PARENT_DEATH_COMMAND,
  postgresEnvironment,
  type PostgresAccount,
} from './postgres-user-account.server.ts'

export type LaunchOptions = {
  cluster: string
  account: PostgresAccount
  socketDirectory: string
  settings: Record<string, string>
  log: (line: string) => void
}

const PREVIOUS_SERVER_TIMEOUT_SECONDS = 60
const STOP_TIMEOUT_SECONDS = 30
const MAX_LOG_BYTES = 5 * 1024 * 1024
const EXIT = { locked: 75, orphaned: 76 } as const

export const lockFileOf = (cluster: string) => `${cluster}.lock`
export const logFileOf = (cluster: string) => `${cluster}.log`
/** Contains the same PID as the PID file, and becomes stale with it. */
const socketLockFileOf = (socketDirectory: string, port = '5432') =>
  join(socketDirectory, `.s.PGSQL.${port}.lock`)
const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** Runs under the lock: exits if the parent ended before the signal was set, then writes the shop's PID into the lock file. */
const LAUNCH_SCRIPT = `test "$PPID" = "$SHOP_PID" || exit ${EXIT.orphaned}
echo "$SHOP_PID" > "$LOCK"
test -z "$STALE" || rm -f "$STALE" "$SOCKET_LOCK"
exec "$@"`

/** Waits while the previous server shuts down. Throws {@link DatabaseStartupError} if another shop uses the data or it cannot start. */
export async function launchServer(options: LaunchOptions): Promise<ChildProcess> {
  const giveUpAt = Date.now() + PREVIOUS_SERVER_TIMEOUT_SECONDS * 1000
  for (let hasWaited = false; ; hasWaited = true) {
    const logStart = sizeOf(logFileOf(options.cluster))
    const server = spawnServer(options)
    if (await waitUntilReady(server, options.cluster)) return server
    if (server.exitCode !== EXIT.locked) throw startError(server, options.cluster, logStart)
    const holder = lockHolder(options.cluster)
    if (holder !== null || Date.now() > giveUpAt) throw dataInUseError(options.cluster, holder)
    if (!hasWaited) options.log('Waiting for the PostgreSQL of the last run to finish.')
    await pause(100)
  }
}

function spawnServer({ cluster, account, socketDirectory, settings }: LaunchOptions): ChildProcess {
  const { binaries, prefix, owner, endsWithParent } = account
  const parameters = Object.entries({ ...settings, unix_socket_directories: socketDirectory })
  const postgres = [
    join(binaries.home, 'bin/postgres'),
    '-D',
    cluster,
    ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const lock = lockFileOf(cluster)
  const supervisionCommand = [
    ...PARENT_DEATH_COMMAND,
    '--nonblock',
    '--conflict-exit-code',
    `${EXIT.locked}`,
    lock,
    'sh',
    '-c',
    LAUNCH_SCRIPT,
    'sh',
  ]
  const [command = '', ...rest] = [...prefix, ...(endsWithParent ? supervisionCommand : []), ...postgres]
  const stale = hasStalePidFile(cluster) ? pidFileOf(cluster) : ''
  const logFile = openLog(cluster)
  try {
    // Runs in its own process group: Ctrl-C must reach only the shop, which stops PostgreSQL last.
    return spawn(command, rest, {
      detached: true,
      stdio: ['ignore', logFile, logFile],
      env: {
        ...postgresEnvironment(binaries),
        SHOP_PID: `${process.pid}`,
        LOCK: lock,
        STALE: stale,
        SOCKET_LOCK: socketLockFileOf(socketDirectory, settings['port']),
      },
      cwd: '/',
      ...owner,
    })
  } finally {
    closeSync(logFile)
  }
}

/** A full pipe would block the server; a file does not. */
function openLog(cluster: string): number {
  const path = logFileOf(cluster)
  if (sizeOf(path) > MAX_LOG_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

/** Polls the PID file, as pg_ctl does; no timeout, because crash recovery may take long. */
async function waitUntilReady(server: ChildProcess, cluster: string): Promise<boolean> {
  // If the command cannot be run, an unhandled error event would end the shop.
  server.on('error', () => {})
  while (isRunning(server)) {
    const lines = readPidFile(cluster)
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return true
    await pause(5)
  }
  return false
}

const isRunning = (server: ChildProcess) =>
  server.pid !== undefined && server.exitCode === null && server.signalCode === null

export async function waitForExit(server: ChildProcess): Promise<void> {
  if (isRunning(server)) await once(server, 'exit')
}

/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return
  server.kill('SIGINT')
  const killTimer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_SECONDS * 1000)
  await waitForExit(server)
  clearTimeout(killTimer)
}

export function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(pidFileOf(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** After a crash the PID may belong to another process, and PostgreSQL would refuse to start. */
export function hasStalePidFile(cluster: string): boolean {
  const pid = Math.abs(Number(readPidFile(cluster)[0]))
  if (!pid) return false
  if (!isProcessAlive(pid)) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)
  } catch {
    return false
  }
}

function lockHolder(cluster: string): number | null {
  const pid = Number(readFileSync(lockFileOf(cluster), 'utf8'))
  return pid > 0 && isProcessAlive(pid) ? pid : null
}

/** Zombies count as dead, because some containers never reap them. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const dataInUseError = (cluster: string, holder: number | null) =>
  new DatabaseStartupError(
    `The data in ${dirname(cluster)} is in use by another running shop${holder ? ` (process ${holder})` : ''}. Stop that one first, or give this one its own DATA_DIR.`,
    { code: 'in-use' },
  )

function startError(server: ChildProcess, cluster: string, logStart: number): DatabaseStartupError {
  const written = readFileSync(logFileOf(cluster)).subarray(logStart).toString('utf8')
  if (written.includes('lock file "postmaster.pid" already exists')) return dataInUseError(cluster, null)
  const reason = written.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? written.trim().split('\n').at(-1)
  return new DatabaseStartupError(
    `PostgreSQL did not start: ${reason || `it ended with ${server.signalCode ?? server.exitCode}`}. Its log is ${logFileOf(cluster)}.`,
  )
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
