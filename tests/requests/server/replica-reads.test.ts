import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '#db/migrate.server.ts'
import { connectToDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createPoolerLogins, pooledAddresses } from '#db/connection/pooler-logins.server.ts'
import { startConnectionPooler } from '#tests/fixtures/databases/connection-pooler.ts'
import { pgBouncerVersion, startPgBouncer } from '#tests/fixtures/databases/pgbouncer.ts'
import { startPrimaryWithReplicas } from '#tests/fixtures/databases/replica-server.ts'
import { connectDatabase, type DatabaseAddress, type OpenedDatabase } from '#server/start/open-database.ts'

const VISITOR = { kind: 'visitor', userId: null } as const
const CHANGES = 12
const READS_FROM_REPLICA = 40
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() }
let servers: Awaited<ReturnType<typeof startPrimaryWithReplicas>>
type Replica = Awaited<ReturnType<typeof servers.addReplica>>
/** Tests that end or promote a replica do so with the second one. */
let replica: Replica
let second: Replica

beforeAll(async () => {
  servers = await startPrimaryWithReplicas()
  await migrate(servers.primary.ownerConnectionString)
  const database = connectToDatabase(servers.primary.ownerConnectionString)
  await insertProduct(database, { name: 'Clove', price })
  await database.close()
  replica = await servers.addReplica('one')
  second = await servers.addReplica('two')
})
afterAll(() => servers.stop())

async function open(
  databaseReadUrl: string | null,
  address: DatabaseAddress = servers.primary.ownerConnectionString,
): Promise<OpenedDatabase> {
  const opened = await connectDatabase(address, {
    processRole: { processes: 1, servesRequests: true },
    sessionSecret: 'a secret that is long enough for the tests',
    databaseReadUrl,
    log: log as never,
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= opened.stop())
  onTestFinished(stop)
  return { ...opened, stop }
}

type Reading = { price: number; is_replica: boolean }
const READING = sql<Reading>`select price, pg_is_in_recovery() as is_replica from products where name = 'Clove'`
const readPage = async ({ db }: OpenedDatabase): Promise<Reading> =>
  (await READING.execute(db.catalogue)).rows[0]!
const readReport = async ({ db }: OpenedDatabase): Promise<Reading> =>
  (await db.reportAs(VISITOR, (report) => READING.execute(report))).rows[0]!
async function untilFromReplica(opened: OpenedDatabase) {
  await expect
    .poll(async () => (await readPage(opened)).is_replica, { timeout: 20_000, interval: 20 })
    .toBe(true)
}

/** The price rather than the stock, because pages show only what can be bought. */
let price = 1
/** Returns once every node has received the change, like the shop's own writes. */
async function changePrice({ cacheInvalidation }: OpenedDatabase): Promise<number> {
  price += 1
  await servers.query(`update products set price = ${price} where name = 'Clove'`)
  await cacheInvalidation.waitForAllNodes()
  return price
}

test('DATABASE-12 DATABASE-13 pages and reports are read from a replica, and show every change', async () => {
  const opened = await open(replica.address)
  await untilFromReplica(opened)
  let pagesFromReplica = 0
  let reportsFromReplica = 0
  for (let change = 0; change < CHANGES; change += 1) {
    const expected = await changePrice(opened)
    const page = await readPage(opened)
    const report = await readReport(opened)
    expect([page.price, report.price]).toEqual([expected, expected])
    reportsFromReplica += Number(report.is_replica)
    await untilFromReplica(opened)
    pagesFromReplica += 1
    expect((await readPage(opened)).price).toBe(expected)
  }
  expect(pagesFromReplica).toBe(CHANGES)
  expect(reportsFromReplica, 'a report waits for the replica').toBeGreaterThan(CHANGES / 2)
})

const hasPgBouncer = pgBouncerVersion() !== null
const PASSWORD = 'cardamom'
const POOLER_USERS = Object.fromEntries(
  ['visitor', 'acting', 'worker', 'accounts'].map((purpose) => [`pooled_${purpose}`, PASSWORD]),
)

test.skipIf(!hasPgBouncer).each(['transaction', 'session'])(
  'DATABASE-15 the replica is read in the same way while the primary is behind PgBouncer in %s mode',
  async (pool_mode) => {
    const direct = servers.primary.ownerConnectionString
    const { port, pathname } = new URL(direct)
    const server = { host: '127.0.0.1', port: Number(port) }
    const bouncer = await startPgBouncer({ server, users: POOLER_USERS, settings: { pool_mode } })
    onTestFinished(() => bouncer.stop())
    const pooler = `postgresql://pooled:${PASSWORD}@127.0.0.1:${bouncer.port}${pathname}`
    await createPoolerLogins(direct, pooler)
    const opened = await open(replica.address, pooledAddresses(pooler, direct))
    for (let change = 0; change < CHANGES / 4; change += 1) {
      await untilFromReplica(opened)
      const expected = await changePrice(opened)
      const [page, report] = [await readPage(opened), await readReport(opened)]
      expect([page.price, report.price]).toEqual([expected, expected])
    }
  },
)

test('DATABASE-16 a replica behind a pooler is refused in one line, whether options are dropped or refused', async () => {
  await servers.query(`
    create role pooled_reader login in role ninth_bend_worker;
    alter role pooled_reader set role = ninth_bend_worker;
    alter role pooled_reader set search_path = public`)
  const dropping = await startConnectionPooler(replica.address)
  onTestFinished(() => dropping.close())
  const asOwner = dropping.through(replica.address)
  // The watcher only asks for what the login already has; the other pools would be refused.
  const asReader = asOwner.replace(/\/\/[^@]+@/, '//pooled_reader@')
  const addresses = [asOwner, asReader]
  if (hasPgBouncer) {
    const bouncer = await startPgBouncer({ server: { host: '127.0.0.1', port: 1 }, users: {} })
    onTestFinished(() => bouncer.stop())
    addresses.push(`postgresql://pooled:${PASSWORD}@127.0.0.1:${bouncer.port}/shop`)
  }
  log.warn.mockClear()
  const opened = await Promise.all(addresses.map((address) => open(address)))
  const refusal = [
    { reason: expect.stringMatching(/^DATABASE_READ_URL leads through a pooler, .* replica itself\.$/) },
    'The replica of DATABASE_READ_URL is not used; the primary is read instead.',
  ]
  await expect.poll(() => log.warn.mock.calls, { timeout: 20_000 }).toEqual(addresses.map(() => refusal))
  for (const shop of opened)
    for (const read of [readPage, readReport]) expect(await read(shop)).toEqual({ price, is_replica: false })
})

test('DATABASE-12 DATABASE-13 a replica that is behind is not read until it has caught up', async () => {
  const opened = await open(replica.address)
  await untilFromReplica(opened)
  await replica.query('select pg_wal_replay_pause()')
  // No page shows a plentiful stock, so no node is notified, but a report shows it.
  await servers.query(`update products set stock = 5000 where name = 'Clove'`)
  const STOCK = sql<{ stock: number }>`select stock from products where name = 'Clove'`
  expect((await opened.db.reportAs(VISITOR, (db) => STOCK.execute(db))).rows).toEqual([{ stock: 5000 }])
  const expected = await changePrice(opened)
  for (const read of [readPage, readReport, readPage])
    expect(await read(opened)).toEqual({ price: expected, is_replica: false })
  await replica.query('select pg_wal_replay_resume()')
  await untilFromReplica(opened)
  expect(await readPage(opened)).toEqual({ price: expected, is_replica: true })
})

test('DATABASE-14 a replica that ends loses no read, and is used again once it is back', async () => {
  const opened = await open(second.address)
  await untilFromReplica(opened)
  const state = { isEnding: true }
  const reading = (async () => {
    while (state.isEnding) expect((await readPage(opened)).price).toBe(price)
  })()
  await second.stop()
  state.isEnding = false
  await reading
  expect(await readReport(opened)).toEqual({ price, is_replica: false })
  second = await servers.startReplica('two')
  await untilFromReplica(opened)
})

test('DATABASE-14 what fails on the replica alone is read from the primary', async () => {
  const opened = await open(replica.address)
  await untilFromReplica(opened)
  const PRIMARY_ALONE = sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`
  expect((await PRIMARY_ALONE.execute(opened.db.catalogue)).rows).toHaveLength(1)
  expect((await opened.db.reportAs(VISITOR, (db) => PRIMARY_ALONE.execute(db))).rows).toHaveLength(1)
})

test('DATABASE-14 a start does not wait for a replica that is away', async () => {
  const opened = await open('postgresql://postgres@127.0.0.1:1/shop')
  for (const read of [readPage, readReport]) expect(await read(opened)).toEqual({ price, is_replica: false })
})

/** A proxy to `target`, which can be changed, and can fall silent. */
async function startBalancer(first: { address: string }) {
  const sockets: Socket[] = []
  const balancer = {
    target: first,
    isSilent: false,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  }
  const proxy = createServer((socket) => {
    const url = new URL(balancer.target.address)
    const upstream = connect(`${url.searchParams.get('host')}/.s.PGSQL.${url.port}`)
    sockets.push(socket, upstream)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      from
        .on('error', () => {})
        .on('close', () => to.destroy())
        .on('data', (chunk) => void (balancer.isSilent || to.write(chunk)))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.close()
    balancer.cut()
  })
  const { username, pathname } = new URL(first.address)
  const { port } = proxy.address() as AddressInfo
  return { balancer, address: `postgresql://${username}@127.0.0.1:${port}${pathname}` }
}

test('DATABASE-12 earlier connections to a server other than the one that shows the marks are not read', async () => {
  onTestFinished(async () => void (await replica.query('select pg_wal_replay_resume()')))
  const { balancer, address } = await startBalancer(replica)
  const opened = await open(address)
  await untilFromReplica(opened)
  // Open connections of the pools lead to the first one, which now stays behind; the others to the second one.
  await readReport(opened)
  await replica.query('select pg_wal_replay_pause()')
  balancer.target = second
  await replica.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ninth-bend-replica'`,
  )
  const expected = await changePrice(opened)
  const seen: Reading[] = []
  while (seen.filter((reading) => reading.is_replica).length < READS_FROM_REPLICA) {
    seen.push(await readPage(opened), await readReport(opened))
    await pause(20)
  }
  expect([...seen, await readPage(opened)].filter((reading) => reading.price !== expected)).toEqual([])
})

test('DATABASE-12 a former replica that became a primary of its own is not read after a change', async () => {
  const opened = await open(second.address)
  await untilFromReplica(opened)
  await second.query('select pg_promote()')
  log.warn.mockClear()
  const expected = await changePrice(opened)
  for (const read of [readPage, readReport]) expect((await read(opened)).price).toBe(expected)
  await expect
    .poll(() => log.warn.mock.calls, { timeout: 10_000 })
    .toEqual([
      [
        { reason: 'That server is not a replica; it may have been promoted.' },
        'The replica of DATABASE_READ_URL is not used; the primary is read instead.',
      ],
    ])
  expect((await readPage(opened)).price).toBe(expected)
})

test('DATABASE-14 a replica that falls silent delays a report by seconds, and no shutdown', async () => {
  const { balancer, address } = await startBalancer(replica)
  const opened = await open(address)
  await untilFromReplica(opened)
  // Only the replica makes the statements wait, however slow the machine is.
  const holder = new Client({ connectionString: replica.address })
  onTestFinished(() => holder.end())
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const WAITS = sql<{
    is_replica: boolean
  }>`select pg_is_in_recovery() as is_replica from pg_advisory_xact_lock(1)`
  const report = opened.db.reportAs(VISITOR, (db) => WAITS.execute(db))
  const page = WAITS.execute(opened.db.catalogue)
  await expect
    .poll(() => replica.query(`select from pg_stat_activity where wait_event = 'advisory'`), { interval: 10 })
    .toHaveLength(2)
  const silentSince = performance.now()
  balancer.isSilent = true
  expect([(await report).rows, (await page).rows]).toEqual([[{ is_replica: false }], [{ is_replica: false }]])
  expect(performance.now() - silentSince).toBeLessThan(10_000)
  const stopsAt = performance.now()
  await opened.stop()
  expect(performance.now() - stopsAt).toBeLessThan(8_000)
})

test('FLEET-20 a primary that falls silent delays a shutdown by seconds', async () => {
  const { balancer, address } = await startBalancer({ address: servers.primary.ownerConnectionString })
  const opened = await open(null, address)
  balancer.isSilent = true
  const unanswered = sql`select`.execute(opened.db.worker).catch(() => 'no answer')
  const stopsAt = performance.now()
  await opened.stop()
  // Background statements may take 30 s, and 5 s of silence end their connection.
  expect(performance.now() - stopsAt).toBeLessThan(20_000)
  balancer.cut()
  expect(await unanswered).toBe('no answer')
})
