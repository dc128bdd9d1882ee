import type { Socket } from 'node:net'
import { sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  poolAddressesOf,
  connect,
  maxConnectionsPerNode,
  openListener,
  type DatabaseActor,
  type ProcessRole,
} from './connect.server.ts'
import { connectionLimitError, openCheckedClient, versionError } from './server-checks.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const customer: DatabaseActor = { kind: 'customer', userId: '0b9f6c1e-8d35-4f0a-9d8c-2f5e0f1a7c11' }
const whoAmI = sql<{ role: string; user_id: string | null }>`
  select current_user as role, nullif(current_setting('app.user_id', true), '') as user_id`
const roleOf = (actor: DatabaseActor) =>
  database.db.withActor(actor, async (trx) => (await whoAmI.execute(trx)).rows[0])

describe('PERMISSION-12 each connection has the role of its actor', () => {
  test.each([
    ['visitor', { kind: 'visitor', userId: null }],
    ['customer', customer],
    ['admin', { kind: 'admin', userId: '7d1f3f6e-2b7c-4a7b-8a53-1f2f5d3f9a22' }],
  ] as const)('a %s acts as one and as nobody else', async (kind, actor) => {
    expect(await roleOf(actor)).toEqual({ role: `ninth_bend_${kind}`, user_id: actor.userId })
  })

  test('catalogue reads, background work and accounts have their own roles', async () => {
    const { rows } = await database.db.accounts.query(
      'select current_user as role, current_schema() as schema',
    )
    expect((await whoAmI.execute(database.db.visitor)).rows[0]?.role).toBe('ninth_bend_visitor')
    expect((await whoAmI.execute(database.db.worker)).rows[0]?.role).toBe('ninth_bend_worker')
    expect(rows).toEqual([{ role: 'ninth_bend_accounts', schema: 'accounts' }])
  })

  test('nothing of an actor is left on the connection, not even after a failure', async () => {
    const broken = database.db.withActor(customer, (trx) => sql`select 1 / 0`.execute(trx))
    await expect(broken).rejects.toThrow('division by zero')
    const all = await Promise.all(Array.from({ length: 30 }, () => roleOf({ kind: 'visitor', userId: null })))
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"role":"ninth_bend_visitor","user_id":null}']),
    )
  })

  test('a forged user ID is escaped as text', async () => {
    const forged = `', true); set role ninth_bend_admin; select ('`
    expect(await roleOf({ kind: 'customer', userId: forged })).toEqual({
      role: 'ninth_bend_customer',
      user_id: forged,
    })
  })
})

test('work that throws is rolled back', async () => {
  await database.query(
    'create table public.trace (word text); grant all on public.trace to ninth_bend_customer',
  )
  await expect(
    database.db.withActor(customer, async (trx) => {
      await sql`insert into trace values ('seen')`.execute(trx)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await database.query('select * from trace')).toEqual([])
})

test('values are plain JSON: money and counts as numbers, times as ISO text', async () => {
  const { rows } = await sql`
    select 4.50::numeric(10,2) as price, 9007199254740991::int8 as count, true as yes, null::numeric as nothing,
           '2026-11-21 14:16:00.123456+01'::timestamptz as moment, '2026-03-29'::date as day,
           array[1.5, null]::numeric[] as prices, array['2026-11-21 12:00:00Z'::timestamptz] as moments,
           array[480, 960] as widths, '{"per": "100g"}'::jsonb as facts`.execute(database.db.visitor)
  expect(rows).toEqual([
    {
      price: 4.5,
      count: 9007199254740991,
      yes: true,
      nothing: null,
      moment: '2026-11-21T13:16:00.123456Z',
      day: '2026-03-29',
      prices: [1.5, null],
      moments: ['2026-11-21T12:00:00Z'],
      widths: [480, 960],
      facts: { per: '100g' },
    },
  ])
})

test('times are UTC regardless of server and user settings', async () => {
  await database.query(
    `do $$ begin execute format('alter database %I set timezone to ''Asia/Kolkata''', current_database()); end $$`,
  )
  const again = await connect({ connectionString: database.connectionString })
  const { rows } = await sql`select '2026-11-21 12:00:00Z'::timestamptz as moment`.execute(again.visitor)
  await again.close()
  expect(rows).toEqual([{ moment: '2026-11-21T12:00:00Z' }])
})

test('connections cut by the server are replaced without a failed query', async () => {
  const broken: Error[] = []
  const db = await connect({
    connectionString: database.connectionString,
    onError: (error) => broken.push(error),
  })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.visitor)
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => broken.length).toBeGreaterThan(0)
  expect((await whoAmI.execute(db.visitor)).rows[0]?.role).toBe('ninth_bend_visitor')
  await db.close()
})

test('a connection cut during a transaction fails only that transaction', async () => {
  const cut = database.db.withActor(customer, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // No query is pending when the connection is cut, so the driver emits an event instead of rejecting.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return whoAmI.execute(trx)
  })
  await expect(cut).rejects.toThrow(/terminat|ECONNRESET|queryable|connection/i)
  expect((await roleOf(customer))?.role).toBe('ninth_bend_customer')
})

async function countConnectionsUnderLoad(processRole: ProcessRole) {
  const listConnections = () =>
    database.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'ninth-bend' and datname = current_database()`,
    )
  const before = new Set((await listConnections()).map(({ pid }) => pid))
  const db = await connect({ connectionString: database.connectionString, processRole })
  const slow = sql`select pg_sleep(0.1)`
  const queries = Array.from({ length: 13 }, () => [
    slow.execute(db.visitor),
    slow.execute(db.worker),
    db.withActor(customer, (trx) => slow.execute(trx)),
    db.accounts.query('select pg_sleep(0.1)'),
  ])
  await Promise.all(queries.flat())
  const after = await listConnections()
  await db.close()
  return after.filter(({ pid }) => !before.has(pid)).length
}

test('a node opens no more connections than its limit', async () => {
  expect([1, 2, 4, 8].map(maxConnectionsPerNode)).toEqual([31, 41, 49, 81])
  expect(await countConnectionsUnderLoad({ processes: 4, servesRequests: true })).toBe(9)
  expect(await countConnectionsUnderLoad({ processes: 4, servesRequests: false })).toBe(8)
  expect(await countConnectionsUnderLoad({ processes: 1, servesRequests: true })).toBe(30)
})

test('a long-running query is cancelled', async () => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    database.db.visitor,
  )
  expect(rows[0]?.limit).toBe('5s')
})

test('a silent database fails queries shortly after the longest statement timeout', async () => {
  const db = await connect({ connectionString: database.connectionString })
  const client = (await db.accounts.connect()) as PoolClient & Pick<Client, 'connection'>
  const stream = client.connection.stream as Socket
  expect(stream.timeout).toBe(15_000)
  const asked = client.query('select pg_sleep(9)')
  stream.emit('timeout')
  await expect(asked).rejects.toThrow('The database has fallen silent.')
  client.release()
  expect((await db.accounts.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await db.close()
})

test('a listener takes several queries at once without a warning of the driver', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  const listener = openListener(database.connectionString)
  await listener.connect()
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => listener.query('select $1::int as number', [number])),
  )
  expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3, 4].map((number) => [{ number }]))
  await listener.end()
  process.off('warning', keep)
  expect(warnings).toEqual([])
})

test('an idle connection may stay silent, even while it is checked out', async () => {
  const db = await connect({ connectionString: database.connectionString })
  const client = (await db.accounts.connect()) as PoolClient & Pick<Client, 'connection'>
  const stream = client.connection.stream as Socket
  stream.emit('timeout')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  stream.emit('timeout')
  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  client.release()
  await db.close()
})

test('DATABASE-11 a page after a long pause finds open connections; those beyond are closed', async () => {
  const db = await connect({ connectionString: database.connectionString })
  const taken = await Promise.all(Array.from({ length: 5 }, () => db.accounts.connect()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const client of taken) client.release()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(db.accounts.totalCount).toBe(2)
  await db.close()
})

const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(poolAddressesOf(database.connectionString).visitor)
  change(url)
  return url.href
}

describe('OPERATIONS-3 an unusable database is reported in one line', () => {
  test('when nothing listens there', async () => {
    await expect(openCheckedClient('postgresql://shop:hunter2@127.0.0.1:9/shop')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:9\/shop cannot be used: nothing listens there\. Start that PostgreSQL, or correct DATABASE_URL\.$/,
    )
  })

  test('when the machine does not exist', async () => {
    await expect(openCheckedClient('postgresql://shop@db.invalid/shop')).rejects.toThrow(
      'db.invalid:5432/shop cannot be used: ',
    )
  })

  test('when the database does not exist', async () => {
    await expect(openCheckedClient(elsewhere((url) => (url.pathname = '/nowhere')))).rejects.toThrow(
      /\/nowhere cannot be used: that database does not exist\. Create it, or correct DATABASE_URL\.$/,
    )
  })

  test('when the password is wrong, without showing it', async () => {
    const url = elsewhere((each) => (each.password = 'hunter2'))
    if (new URL(url).searchParams.has('host')) return
    const problem = await openCheckedClient(url).catch((error: Error) => error.message)
    expect(problem).toContain('it refuses the password')
    expect(problem).not.toContain('hunter2')
  })

  test('when it allows fewer connections than several processes need', () => {
    const needs = { processes: 4, needed: 49, available: 48 }
    expect(connectionLimitError(needs, 'postgresql://shop:hunter2@db.example/shop')?.message).toBe(
      'The database at db.example:5432/shop lets in 48 connections, and PROCESSES=4 may need 49. Lower PROCESSES, or raise max_connections.',
    )
    expect(connectionLimitError({ ...needs, available: 49 }, 'postgresql://db.example/shop')).toBeNull()
    expect(connectionLimitError({ ...needs, processes: 1 }, 'postgresql://db.example/shop')).toBeNull()
  })

  test('OPERATIONS-3 when it is too old', () => {
    expect(
      versionError({ number: 140_011, version: '14.11' }, 'postgresql://shop:hunter2@db.example/shop')
        ?.message,
    ).toBe(
      'The database at db.example:5432/shop is PostgreSQL 14.11, which is too old. Use PostgreSQL 15 or newer.',
    )
    expect(versionError({ number: 150_000, version: '15.0' }, 'postgresql://db.example/shop')).toBeNull()
  })
})
