import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.server.ts'
import { isProcessAlive } from './postgres-process.server.ts'
import { findRunningPostgres } from './find-running-postgres.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let ready: string
let directory: string
let running: { stop(): Promise<void> }[]

beforeAll(async () => {
  ready = mkdtempSync(join(tmpdir(), 'ninth-bend-launcher-'))
  const server = await startEmbeddedPostgres({ directory: ready })
  await server.stop()
})
afterAll(() => rmSync(ready, { recursive: true, force: true }))
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninth-bend-launcher-'))
  running = []
})
afterEach(async () => {
  for (const each of running) await each.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** fsync stays on, because these tests check crash safety. */
async function start(log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, log })
  running.push(server)
  return server
}

/** A process that the test kills; it prints each number after its commit. */
const WRITING_SHOP = `
  import { Client } from 'pg'
  import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
  const server = await startEmbeddedPostgres({ directory: process.env.DIRECTORY })
  const client = new Client({ connectionString: server.ownerConnectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists row (number int primary key)')
  console.log('ready ' + server.pid())
  process.on('SIGTERM', async () => { await client.end(); await server.stop(); process.exit() })
  const { rows } = await client.query('select coalesce(max(number), 0) as last from row')
  for (let number = rows[0].last + 1; ; number++) {
    await client.query('insert into row values ($1)', [number])
    console.log('row ' + number)
  }
`

const onReadyData = () => cpSync(join(ready, 'postgres'), join(directory, 'postgres'), { recursive: true })

function fail(reason: string): never {
  throw new Error(reason)
}

async function startWritingShop() {
  const shop: ChildProcess = spawn(
    process.execPath,
    ['--input-type=module-typescript', '--eval', WRITING_SHOP],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DIRECTORY: directory } },
  )
  const lines: string[] = []
  const output = createInterface({ input: shop.stdout! }).on('line', (line) => lines.push(line))
  const ended = once(shop, 'exit')
  const complaints = text(shop.stderr!)
  running.push({ stop: async () => void (shop.kill('SIGKILL'), await ended) })
  while (!lines.length)
    await Promise.race([once(output, 'line'), ended.then(async () => fail(await complaints))])
  return {
    shop,
    postgres: Number(lines[0]?.split(' ')[1]),
    committed: () =>
      lines.filter((line) => line.startsWith('row ')).map((line) => Number(line.split(' ')[1])),
    kill: async () => void (shop.kill('SIGKILL'), await ended),
  }
}

async function runQuery<Row extends QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.ownerConnectionString })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

test('OPERATIONS-2 starts PostgreSQL 18 with crash-safe settings, accessible only to its user', async () => {
  const server = await start()
  const settings = await runQuery<{ name: string; setting: string }>(
    server,
    `select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding', 'TimeZone')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  })
  const [version] = await runQuery<{ major: string }>(
    server,
    `select current_setting('server_version_num') as major`,
  )
  expect(version?.major).toMatch(/^18/)
  const socketDirectory = new URL(server.ownerConnectionString).searchParams.get('host') ?? ''
  expect(statSync(socketDirectory).mode & 0o777).toBe(0o700)
  expect(Buffer.byteLength(join(socketDirectory, '.s.PGSQL.5432'))).toBeLessThan(107)
})

test('OPERATIONS-2 stops with the shop and leaves no process', async () => {
  onReadyData()
  const server = await start()
  const pid = server.pid()
  await server.stop()
  expect(isProcessAlive(pid)).toBe(false)
  expect(existsSync(join(directory, 'postgres/postmaster.pid'))).toBe(false)
})

test('OPERATIONS-2 if the shop is killed while it writes, PostgreSQL stops and no committed row is lost', async () => {
  onReadyData()
  const committed: number[] = []
  for (let round = 0; round < 3; round++) {
    const writing = await startWritingShop()
    await pause(150)
    await writing.kill()
    committed.push(...writing.committed())
    await expect.poll(() => isProcessAlive(writing.postgres), { timeout: 30_000 }).toBe(false)
  }
  const server = await start()
  const rows = await runQuery<{ number: number }>(server, 'select number from row order by number')
  expect(committed.length).toBeGreaterThan(3)
  expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(committed))
})

test('a second shop on the same data is refused at once, and the first continues', async () => {
  onReadyData()
  const first = await startWritingShop()
  const message = expect.stringContaining(`is in use by another running shop (process ${first.shop.pid})`)
  await expect(start()).rejects.toMatchObject({ name: 'DatabaseStartupError', code: 'in-use', message })
  const before = first.committed().length
  await expect.poll(() => first.committed().length).toBeGreaterThan(before)
})

test('a start right after a kill waits until the previous PostgreSQL has shut down', async () => {
  onReadyData()
  const writing = await startWritingShop()
  await writing.kill()
  const server = await start()
  expect(await runQuery(server, 'select count(*)::int as rows from row')).toHaveLength(1)
})

test('Ctrl-C reaches only the shop: PostgreSQL has its own process group', async () => {
  onReadyData()
  const server = await start()
  const [, , group] = readFileSync(`/proc/${server.pid()}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  expect(group).toBe(String(server.pid()))
})

test('PostgreSQL is restarted at the same address if it dies', async () => {
  onReadyData()
  const lines: string[] = []
  const server = await start((line) => lines.push(line))
  await runQuery(server, 'create table kept (id int)')
  const pid = server.pid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.pid() !== pid, { timeout: 30_000 }).toBe(true)
  expect(await runQuery(server, 'select * from kept')).toEqual([])
  expect(lines).toEqual(['PostgreSQL ended by itself (SIGKILL); starting it again.'])
})

test('an interrupted first start leaves no partial cluster', async () => {
  const unfinished = join(directory, 'postgres.new-4194999')
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'PG_VERSION'), '18\n')
  await start()
  expect(readdirSync(directory).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log'])
})

test('a PID file left by a crash does not block the start if another process has the PID', async () => {
  onReadyData()
  const server = await start()
  const pidFile = join(directory, 'postgres/postmaster.pid')
  const pidFileContent = readFileSync(pidFile, 'utf8')
  const found = () =>
    new URL(findRunningPostgres(directory, 'accounts') ?? 'nowhere:').searchParams.get('host')
  expect(found()).toBe(new URL(server.poolAddresses.accounts).searchParams.get('host'))
  await server.stop()
  // The PID file names a running process, so PostgreSQL would consider itself running.
  writeFileSync(pidFile, pidFileContent.replace(/^\d+/, `${process.pid}`))
  expect(found()).toBeNull()
  const again = await start()
  expect(await runQuery(again, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a socket lock left by a crash does not block the start if another process of the user has the PID', async () => {
  onReadyData()
  const server = await start()
  const socketDirectory = new URL(server.poolAddresses.accounts).searchParams.get('host')!
  const locks = [join(directory, 'postgres/postmaster.pid'), join(socketDirectory, '.s.PGSQL.5432.lock')]
  const contents = locks.map((path) => readFileSync(path, 'utf8'))
  await server.stop()
  // PostgreSQL does not mistake another user's process for itself.
  const { uid, gid } = statSync(join(directory, 'postgres'))
  const namesake = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  mkdirSync(socketDirectory, { recursive: true })
  for (const [index, path] of locks.entries())
    writeFileSync(path, contents[index]!.replace(/^\d+/, `${namesake.pid}`))
  try {
    expect(await runQuery(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    namesake.kill()
  }
})

test('data of another PostgreSQL version are refused with advice and left unchanged', async () => {
  mkdirSync(join(directory, 'postgres'), { mode: 0o700 })
  writeFileSync(join(directory, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, this shop brings PostgreSQL 18\..*DATABASE_URL/,
  )
  expect(readdirSync(join(directory, 'postgres'))).toEqual(['PG_VERSION'])
})

test('a directory without a database is refused and left unchanged', async () => {
  mkdirSync(join(directory, 'postgres'))
  writeFileSync(join(directory, 'postgres/letters.txt'), 'dear shop')
  await expect(start()).rejects.toThrow('holds something that is no PostgreSQL database')
  expect(readdirSync(join(directory, 'postgres'))).toEqual(['letters.txt'])
})

test('a file in the place of the database is refused and left unchanged', async () => {
  writeFileSync(join(directory, 'postgres'), 'my notes about PostgreSQL')
  await expect(start()).rejects.toMatchObject({
    name: 'DatabaseStartupError',
    message: expect.stringContaining(directory),
  })
  expect(readFileSync(join(directory, 'postgres'), 'utf8')).toBe('my notes about PostgreSQL')
})
