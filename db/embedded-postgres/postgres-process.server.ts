import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseProblem } from '#db/connection/database-error.server.ts'
import { LEASH, postgresEnvironment, type PostgresAccount } from './postgres-user-account.server.ts'

export type ServerPlan = {
  cluster: string
  account: PostgresAccount
  socketDirectory: string
  settings: Record<string, string>
  log: (line: string) => void
}

const PREDECESSOR_MAY_TAKE_SECONDS = 60
const STOP_MAY_TAKE_SECONDS = 30
const LOG_KEPT_BYTES = 5 * 1024 * 1024
const EXIT = { locked: 75, orphaned: 76 } as const

export const lockOf = (cluster: string) => `${cluster}.lock`
export const logOf = (cluster: string) => `${cluster}.log`
const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** Runs with the lock held: closes the gap before the leash was on, then signs the lock with the shop's process id. */
const GUARD = `test "$PPID" = "$SHOP_PID" || exit ${EXIT.orphaned}
echo "$SHOP_PID" > "$LOCK"
test -z "$STALE" || rm -f "$STALE"
exec "$@"`

/**
 * One server process, ready for connections. Waits for the server of the last run while that is finishing;
 * throws {@link DatabaseProblem} when another live shop has the data, or the server cannot start.
 */
export async function launchServer(plan: ServerPlan): Promise<ChildProcess> {
  const giveUpAt = Date.now() + PREDECESSOR_MAY_TAKE_SECONDS * 1000
  for (let hasWaited = false; ; hasWaited = true) {
    const logStart = sizeOf(logOf(plan.cluster))
    const server = spawnServer(plan)
    if (await becomesReady(server, plan.cluster)) return server
    if (server.exitCode !== EXIT.locked) throw startFailure(server, plan.cluster, logStart)
    const holder = lockHolder(plan.cluster)
    if (holder !== null || Date.now() > giveUpAt) throw inUse(plan.cluster, holder)
    if (!hasWaited) plan.log('Waiting for the PostgreSQL of the last run to finish.')
    await pause(100)
  }
}

function spawnServer({ cluster, account, socketDirectory, settings }: ServerPlan): ChildProcess {
  const { binaries, prefix, owner, isLeashed } = account
  const parameters = Object.entries({ ...settings, unix_socket_directories: socketDirectory })
  const postgres = [
    join(binaries.home, 'bin/postgres'),
    '-D', cluster,
    ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const lock = lockOf(cluster)
  const leash = [...LEASH, '--nonblock', '--conflict-exit-code', `${EXIT.locked}`, lock, 'sh', '-c', GUARD, 'sh']
  const [command = '', ...rest] = [...prefix, ...(isLeashed ? leash : []), ...postgres]
  const stale = hasStalePidFile(cluster) ? pidFileOf(cluster) : ''
  const logFile = openLog(cluster)
  try {
    // A group of its own: Ctrl-C in a terminal is for the shop, which lets PostgreSQL go last.
    return spawn(command, rest, {
      detached: true,
      stdio: ['ignore', logFile, logFile],
      env: { ...postgresEnvironment(binaries), SHOP_PID: `${process.pid}`, LOCK: lock, STALE: stale },
      cwd: '/',
      ...owner,
    })
  } finally {
    closeSync(logFile)
  }
}

/** A file and no pipe: a busy shop that reads late must not hold its server up. */
function openLog(cluster: string): number {
  const path = logOf(cluster)
  if (sizeOf(path) > LOG_KEPT_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

/** Follows the server's own pid file, as pg_ctl does; recovery after a crash may take as long as it needs. */
async function becomesReady(server: ChildProcess, cluster: string): Promise<boolean> {
  // A command that cannot be run at all has no process, and its event must not end the shop.
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

export async function whenEnded(server: ChildProcess): Promise<void> {
  if (isRunning(server)) await once(server, 'exit')
}

/** Fast shutdown: open transactions are rolled back, everything committed is written down. */
export async function endServer(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return
  server.kill('SIGINT')
  const insist = setTimeout(() => server.kill('SIGQUIT'), STOP_MAY_TAKE_SECONDS * 1000)
  await whenEnded(server)
  clearTimeout(insist)
}

export function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(pidFileOf(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** After a crash or a restarted container the noted number may be anybody's by now; PostgreSQL would refuse to start. */
export function hasStalePidFile(cluster: string): boolean {
  const pid = Math.abs(Number(readPidFile(cluster)[0]))
  if (!pid) return false
  if (!isAlive(pid)) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)
  } catch {
    return false
  }
}

/** The live shop that signed the lock, or null while its server is only finishing. */
function lockHolder(cluster: string): number | null {
  const pid = Number(readFileSync(lockOf(cluster), 'utf8'))
  return pid > 0 && isAlive(pid) ? pid : null
}

/** A process that was killed but not yet collected by its parent is dead for us: some containers never collect. */
export function isAlive(pid: number): boolean {
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

const inUse = (cluster: string, holder: number | null) =>
  new DatabaseProblem(
    `The data in ${dirname(cluster)} is in use by another running shop${holder ? ` (process ${holder})` : ''}. Stop that one first, or give this one its own DATA_DIR.`,
    { code: 'in-use' },
  )

function startFailure(server: ChildProcess, cluster: string, logStart: number): DatabaseProblem {
  const written = readFileSync(logOf(cluster)).subarray(logStart).toString('utf8')
  if (written.includes('lock file "postmaster.pid" already exists')) return inUse(cluster, null)
  const reason = written.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? written.trim().split('\n').at(-1)
  return new DatabaseProblem(
    `PostgreSQL did not start: ${reason || `it ended with ${server.signalCode ?? server.exitCode}`}. Its log is ${logOf(cluster)}.`,
  )
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
