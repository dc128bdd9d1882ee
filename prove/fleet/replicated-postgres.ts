import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/fixtures/shops/free-port.ts'

const run = promisify(execFile)
/** Where Debian's postgresql packages are; the embedded PostgreSQL has no pg_basebackup. */
const PACKAGES = '/usr/lib/postgresql'
export const ADMINISTRATOR = 'administrator'
const STANDBY = 'standby'
const START_TIMEOUT_MS = 60_000

/** The programs of the newest PostgreSQL that can be replicated, or null. */
export function findPostgresPrograms(): string | null {
  if (!existsSync(PACKAGES)) return null
  const folders = readdirSync(PACKAGES)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(PACKAGES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null
}

export async function queryAt(port: number, sql: string, database = 'postgres') {
  const client = new Client({
    connectionString: `postgresql://${ADMINISTRATOR}@127.0.0.1:${port}/${database}`,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export type ReplicatedPostgres = {
  /** An address with all servers, for DATABASE_URL. */
  addressOf(credentials: string, database: string): string
  administratorAddress(database: string): string
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /** Returns once a commit waits for the standby. */
  attachStandby(): Promise<void>
  /** kill -9 of the primary; returns once the standby is the primary. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

type Server = { port: number; process: ChildProcess; data: string }

/** A primary and a standby; a commit is acknowledged once the standby has it, unless `isSynchronous` is false. */
export async function startReplicatedPostgres(
  programs: string,
  directory: string,
  { isSynchronous = true } = {},
) {
  const account = postgresAccount()
  // PostgreSQL refuses to run as root.
  chmodSync(directory, 0o755)
  if (account) chownSync(directory, account.uid, account.gid)
  const ports = [await freePort(), await freePort()] as const
  const dataOf = (port: number) => join(directory, String(port))
  const execute = (program: string, ...options: string[]) =>
    run(join(programs, program), options, { ...account, cwd: directory })
  const running = new Map<number, Server>()

  async function launch(port: number): Promise<void> {
    const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', dataOf(port), ...options.flatMap((option) => ['-c', option])],
      { stdio: 'ignore', cwd: directory, ...account },
    )
    running.set(port, { port, process: child, data: dataOf(port) })
    for (const giveUpAt = Date.now() + START_TIMEOUT_MS; ; await pause(20)) {
      if (await queryAt(port, 'select 1').catch(() => null)) return
      if (Date.now() > giveUpAt || child.exitCode !== null) throw new Error('PostgreSQL did not start.')
    }
  }

  /** A copy has the settings of its primary; of several lines the last one counts. */
  const waitForNobody = (port: number) =>
    appendFileSync(join(dataOf(port), 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)

  let [primary, standby]: [number, number] = [...ports]
  await execute('initdb', '-D', dataOf(primary), '-U', ADMINISTRATOR, '-A', 'trust', '-E', 'UTF8')
  await launch(primary)

  /** A new copy of the primary; it waits for the standby from now on. */
  async function attachStandby() {
    rmSync(dataOf(standby), { recursive: true, force: true })
    const conninfo = `host=127.0.0.1 port=${primary} user=${ADMINISTRATOR} application_name=${STANDBY}`
    await execute('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '-D', dataOf(standby), '-d', conninfo)
    waitForNobody(standby)
    await launch(standby)
    if (!isSynchronous) return
    await queryAt(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
    await queryAt(primary, 'select pg_reload_conf()')
    for (const giveUpAt = Date.now() + START_TIMEOUT_MS; ; await pause(20)) {
      const [row] = await queryAt(primary, 'select sync_state from pg_stat_replication')
      if (row?.['sync_state'] === 'sync') return
      if (Date.now() > giveUpAt) throw new Error('The standby did not become synchronous.')
    }
  }
  await attachStandby()

  async function end({ process: child, data }: Server, signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // When a machine loses its power, no process may go on.
    const pids = signal === 'SIGKILL' ? [...childrenOf(child.pid!), child.pid!] : [child.pid!]
    for (const pid of pids) killIfAlive(pid, signal)
    await exited
    if (signal === 'SIGKILL') rmSync(join(data, 'postmaster.pid'), { force: true })
  }

  return {
    addressOf: (credentials: string, database: string) =>
      `postgresql://${credentials}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    administratorAddress: (database: string) =>
      `postgresql://${ADMINISTRATOR}@127.0.0.1:${primary}/${database}`,
    query: (sql: string, database?: string) => queryAt(primary, sql, database),
    attachStandby,
    async failOver() {
      await end(running.get(primary)!, 'SIGKILL')
      await queryAt(standby, 'select pg_promote()')
      ;[primary, standby] = [standby, primary]
    },
    /** The former primary comes back after the last failover and accepts writes, while the new one is away. */
    async returnFormerPrimary<Result>(work: () => Promise<Result>): Promise<Result> {
      waitForNobody(standby)
      await launch(standby)
      await end(running.get(primary)!, 'SIGINT')
      const result = await work()
      await launch(primary)
      await end(running.get(standby)!, 'SIGINT')
      return result
    },
    queryFormerPrimary: (sql: string, database: string) => queryAt(standby, sql, database),
    async stop() {
      for (const server of running.values()) await end(server, 'SIGKILL')
    },
  }
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

export function killIfAlive(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

export function postgresAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
