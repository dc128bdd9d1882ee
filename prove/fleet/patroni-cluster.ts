import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import {
  replaceEach,
  startPatroniHaproxy,
  type RunningProxy,
} from '#tests/fixtures/proxies/deployed-proxies.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'

/** The folder of Debian's postgresql packages; the embedded PostgreSQL has no pg_basebackup. */
const PACKAGES = '/usr/lib/postgresql'
const ADMINISTRATOR = 'administrator'
const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
const START_TIMEOUT_MS = 120_000
const DEPLOYED = join(import.meta.dirname, '../../deploy/patroni/patroni.yml')

export const isPatroniInstalled = (): boolean => existsSync(PATRONI) && existsSync(ETCD)

type Member = {
  name: string
  port: number
  restPort: number
  data: string
  config: string
  process: ChildProcess | null
}

/** The programs of the newest PostgreSQL with replication, or null. */
export function findPostgresPrograms(): string | null {
  if (!existsSync(PACKAGES)) return null
  const folders = readdirSync(PACKAGES)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(PACKAGES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null
}

async function queryAt(port: number, sql: string, database = 'postgres') {
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

export type PatroniCluster = {
  /** The address of HAProxy, for DATABASE_URL. */
  addressOf(credentials: string, database: string): string
  administratorAddress(database: string): string
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /** Returns once a commit waits for the standby. */
  attachStandby(): Promise<void>
  /** Kills the primary and its Patroni with -9; returns once the standby is the primary. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** Two PostgreSQL servers in synchronous mode with Patroni and one etcd, behind HAProxy with deploy/haproxy. */
export async function startPatroniCluster(programs: string, directory: string): Promise<PatroniCluster> {
  const account = postgresAccount()
  chmodSync(directory, 0o755)
  if (account) chownSync(directory, account.uid, account.gid)
  const launch = (program: string, options: string[]) =>
    spawn(program, options, { stdio: 'ignore', cwd: directory, ...account })
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const etcd = launch(ETCD, [
    '--name',
    'etcd',
    '--data-dir',
    join(directory, 'etcd'),
    '--log-level',
    'error',
    '--listen-client-urls',
    `http://127.0.0.1:${etcdPort}`,
    '--advertise-client-urls',
    `http://127.0.0.1:${etcdPort}`,
    '--listen-peer-urls',
    `http://127.0.0.1:${peerPort}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${peerPort}`,
    '--initial-cluster',
    `etcd=http://127.0.0.1:${peerPort}`,
  ])

  async function createMember(name: string): Promise<Member> {
    const [port, restPort] = [await freePort(), await freePort()]
    const folder = join(directory, name)
    mkdirSync(folder, { mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
    const config = join(directory, `${name}.yml`)
    writeFileSync(config, configOf({ name, folder, port, restPort, etcdPort, programs }))
    return { name, port, restPort, data: join(folder, 'data'), config, process: null }
  }
  const startMember = (member: Member) => void (member.process = launch(PATRONI, [member.config]))

  async function waitUntil(what: string, isDone: () => Promise<boolean>) {
    for (
      const giveUpAt = Date.now() + START_TIMEOUT_MS;
      !(await isDone().catch(() => false));
      await pause(20)
    )
      if (Date.now() > giveUpAt) throw new Error(`Patroni: ${what}\n${members.map(readLog).join('\n')}`)
  }
  const isPrimary = async ({ port }: Member) => {
    const [row] = await queryAt(port, 'select pg_is_in_recovery() as is_standby')
    return row?.['is_standby'] === false
  }

  let [primary, standby] = [await createMember('db1'), await createMember('db2')]
  const members = [primary, standby] as const

  async function attachStandby() {
    startMember(standby)
    // Patroni promotes it only if etcd agrees.
    await waitUntil('the standby did not become synchronous.', async () => {
      const response = await fetch(`http://127.0.0.1:${standby.restPort}/synchronous`)
      return response.ok
    })
  }

  /** Simulates a machine that loses its power. */
  async function kill({ process: patroni, data }: Member) {
    const isRunning = patroni !== null && patroni.exitCode === null && patroni.signalCode === null
    const exited = isRunning ? once(patroni, 'exit') : null
    patroni?.kill('SIGKILL')
    const pidFile = join(data, 'postmaster.pid')
    if (existsSync(pidFile)) {
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
      for (const each of [pid, ...childrenOf(pid)]) killIfAlive(each, 'SIGKILL')
      rmSync(pidFile, { force: true })
    }
    await exited
  }

  let haproxy: RunningProxy | undefined
  async function stop() {
    await haproxy?.stop()
    for (const member of members) await kill(member)
    etcd.kill('SIGKILL')
  }

  try {
    startMember(primary)
    await waitUntil('the first PostgreSQL did not start.', () => isPrimary(primary))
    await attachStandby()
    haproxy = await startPatroniHaproxy(members)
  } catch (problem) {
    await stop()
    throw problem
  }
  const { port: haproxyPort } = haproxy
  return {
    addressOf: (credentials, database) => `postgresql://${credentials}@127.0.0.1:${haproxyPort}/${database}`,
    administratorAddress: (database) => `postgresql://${ADMINISTRATOR}@127.0.0.1:${primary.port}/${database}`,
    query: (sql, database) => queryAt(primary.port, sql, database),
    attachStandby,
    async failOver() {
      await kill(primary)
      await waitUntil('the standby was not promoted.', () => isPrimary(standby))
      ;[primary, standby] = [standby, primary]
    },
    stop,
  }
}

function readLog({ name, data }: Member): string {
  const file = join(data, '../patroni.log')
  return `${name}: ${existsSync(file) ? readFileSync(file, 'utf8').slice(-1500) : 'no log'}`
}

type MemberOptions = {
  name: string
  folder: string
  port: number
  restPort: number
  etcdPort: number
  programs: string
}

/** deploy/patroni/patroni.yml with a proof's ports and folders. The superuser needs no password, as on its own socket. */
function configOf({ name, folder, port, restPort, etcdPort, programs }: MemberOptions): string {
  const network = '127.0.0.1/32'
  return replaceEach(DEPLOYED, readFileSync(DEPLOYED, 'utf8'), [
    ['name: db1', `name: ${name}\nlog:\n  level: WARNING\n  dir: ${folder}`],
    ['10.0.0.21:8008', `127.0.0.1:${restPort}`],
    ['10.0.0.21:5432', `127.0.0.1:${port}`],
    [/10\.0\.0\.31:2379\S*/g, `127.0.0.1:${etcdPort}`],
    ['/var/lib/postgresql/15/ninth-bend', join(folder, 'data')],
    ['/var/lib/postgresql/ninth-bend.pgpass', join(folder, 'pgpass')],
    ['bin_dir: /usr/lib/postgresql/15/bin', `bin_dir: '${programs}'`],
    ['/var/run/postgresql', folder],
    ['username: postgres', `username: ${ADMINISTRATOR}`],
    [
      'local all postgres peer',
      `local all all trust\n    - host all ${ADMINISTRATOR} ${network} trust\n    - host replication ${ADMINISTRATOR} ${network} trust`,
    ],
    ['10.0.0.0/24', network],
  ])
}

function childrenOf(pid: number): number[] {
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

function killIfAlive(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

function postgresAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
