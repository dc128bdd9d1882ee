import type { Client } from 'pg'
import { pino, type Logger } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, openListener } from '#platform/database/connection/connect.server.ts'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { NotificationListener } from './notification-listener.ts'
import { SHARED_CHANNEL } from './cache-acknowledgements.ts'
import { createCacheNodeLease } from './cache-node-lease.ts'
import { createCacheInvalidation, type CacheInvalidation } from './cache-invalidation.ts'
import { secretFingerprint } from './secret-fingerprint.ts'

const TIMING = { leaseMs: 2500, renewalIntervalMs: 300, acknowledgementTimeoutMs: 1500 }
/** Long enough for acknowledgements on a busy machine, but shorter than the acknowledgement timeout. */
const PROMPT_MILLISECONDS = 1400
let database: TestDatabase
let honey: TestProduct
const invalidations: CacheInvalidation[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  honey = await insertProduct(database, { stock: 100, category_id: await insertCategory(database) })
})
afterEach(async () => {
  await Promise.all(invalidations.splice(0).map((invalidation) => invalidation.stop()))
  const left = await database.query('delete from cache_nodes returning node')
  if (left.length > 0) throw new Error('A stopped node is still registered.')
})
afterAll(() => database.close())

type Faults = { dropsNotifications: boolean; delayMs: number; blocksQueries: boolean }

function startInvalidation(
  faults: Faults,
  reportPid: (pid: number) => void = () => {},
  log: Pick<Logger, 'info' | 'warn' | 'error'> = pino({ level: 'silent' }),
  secret = 'the secret of these nodes',
) {
  const invalidation = createCacheInvalidation({
    open: () => withFaults(openListener(database.connectionString), faults, reportPid),
    hasCacheNodes: async () => (await database.query('select from cache_nodes')).length > 0,
    fingerprint: secretFingerprint(secret),
    log,
    timing: TIMING,
  })
  invalidations.push(invalidation)
  return invalidation
}

async function startNode() {
  const faults: Faults = { dropsNotifications: false, delayMs: 0, blocksQueries: false }
  const subscriber = { invalidate: vi.fn<(tags: readonly string[]) => void>(), clearAll: vi.fn<() => void>() }
  let pid = 0
  const invalidation = startInvalidation(faults, (value) => void (pid = value))
  invalidation.subscribe(subscriber)
  await vi.waitFor(() => expect(invalidation.isCurrent()).toBe(true), 5000)
  subscriber.clearAll.mockClear()
  const invalidatedTags = () => subscriber.invalidate.mock.calls.flatMap(([tags]) => [...tags])
  const servesStalePage = () =>
    invalidation.isCurrent() &&
    subscriber.clearAll.mock.calls.length === 0 &&
    !invalidatedTags().includes(`product:${honey.id}`)
  return { invalidation, subscriber, faults, servesStalePage, pid: () => pid }
}

function withFaults(client: Client, faults: Faults, reportPid: (pid: number) => void): NotificationListener {
  const later =
    <Args extends unknown[]>(receive: (...args: Args) => void) =>
    (...args: Args) => {
      if (faults.dropsNotifications) return
      if (faults.delayMs > 0) setTimeout(() => receive(...args), faults.delayMs)
      else receive(...args)
    }
  return {
    async connect() {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      reportPid(rows[0]!.pid)
    },
    query: (statement, values) =>
      faults.blocksQueries ? new Promise(() => {}) : client.query(statement, values),
    on: (event: string, listener: (...args: never[]) => void) =>
      client.on(event as 'end', event === 'notification' ? later(listener) : listener),
    end: () => client.end(),
  }
}

const changeHoney = () => database.query('update products set price = price + 0.01 where id = $1', [honey.id])
async function millisecondsOf(action: Promise<unknown>) {
  const start = performance.now()
  await action
  return performance.now() - start
}

describe('After a write returns, no node serves outdated pages', () => {
  test('all nodes acknowledge promptly', async () => {
    const [node, other] = [await startNode(), await startNode()]
    await changeHoney()
    expect(await millisecondsOf(node.invalidation.waitForAllNodes())).toBeLessThan(PROMPT_MILLISECONDS)
    expect([node.servesStalePage(), other.servesStalePage()]).toEqual([false, false])
    expect(other.subscriber.clearAll).not.toHaveBeenCalled()
  })

  test('a write waits for a node with delayed notifications', async () => {
    const [node, other] = [await startNode(), await startNode()]
    other.faults.delayMs = 150
    await changeHoney()
    expect(other.servesStalePage()).toBe(true)
    await node.invalidation.waitForAllNodes()
    expect(other.servesStalePage()).toBe(false)
    expect(other.subscriber.clearAll).not.toHaveBeenCalled()
  })

  test('a write waits until a node without notifications has cleared its cache', async () => {
    const [node, other] = [await startNode(), await startNode()]
    other.faults.dropsNotifications = true
    await changeHoney()
    await node.invalidation.waitForAllNodes()
    expect(other.servesStalePage()).toBe(false)
    expect(node.invalidation.isCurrent()).toBe(true)
    other.faults.dropsNotifications = false
    await vi.waitFor(() => expect(other.invalidation.isCurrent()).toBe(true), 5000)
    expect(other.subscriber.clearAll).toHaveBeenCalled()
  })

  test('a write waits until the lease of an unresponsive node has expired', async () => {
    const [node, other] = [await startNode(), await startNode()]
    Object.assign(other.faults, { dropsNotifications: true, blocksQueries: true })
    await changeHoney()
    expect(await millisecondsOf(node.invalidation.waitForAllNodes())).toBeLessThan(
      TIMING.acknowledgementTimeoutMs + TIMING.leaseMs + 2 * PROMPT_MILLISECONDS,
    )
    expect(other.servesStalePage()).toBe(false)
    other.faults.blocksQueries = false
    await node.invalidation.stop()
    await other.invalidation.stop()
    await database.query('delete from cache_nodes')
  })
})

test('FLEET-17 what a node answers wakes no other node', async () => {
  const [node, other] = [await startNode(), await startNode()]
  const watcher = openListener(database.connectionString)
  const channels: string[] = []
  await watcher.connect()
  watcher.on('notification', ({ channel }) => void channels.push(channel))
  await watcher.query(`listen ninth_bend_cache_invalidations; listen ${SHARED_CHANNEL}`)
  await changeHoney()
  await node.invalidation.waitForAllNodes()
  expect(other.servesStalePage()).toBe(false)
  await watcher.query('select')
  await watcher.end()
  expect(new Set(channels)).toEqual(new Set(['ninth_bend_cache_invalidations']))
})

test('FLEET-17 a node watches a few others, and all dead ones are removed', async () => {
  await database.query('insert into cache_nodes (node) select gen_random_uuid() from generate_series(1, 20)')
  const listener = openListener(database.connectionString)
  await listener.connect()
  let now = 0
  let most = 0
  const query = async (statement: string | { name: string; text: string }, values?: unknown[]) => {
    const result = await listener.query(statement, values)
    most = Math.max(most, result.rows.length)
    return result as { rows: Record<string, unknown>[] }
  }
  const clocks = { monotonic: () => now, wall: () => now }
  const lease = createCacheNodeLease(
    { query },
    {
      // All other IDs follow this one, so that it watches three nodes instead of six.
      node: '00000000-0000-4000-8000-000000000000',
      leaseMs: 3000,
      fingerprint: '',
      onLapsed() {},
      onRenewed() {},
      onOtherSecret() {},
    },
    clocks,
  )
  await lease.begin(null)
  // Three renewals for every three nodes.
  for (let renewal = 0; renewal < 24; renewal++) {
    now += 2500
    await lease.renew()
  }
  await lease.end()
  await listener.end()
  expect(await database.query('select node from cache_nodes')).toEqual([])
  expect(most).toBeLessThanOrEqual(7)
})

test('FLEET-16 a node tells its log that another one signs sessions with another secret', async () => {
  const start = (secret: string) => {
    const log = {
      info: vi.fn<(details: object, message: string) => void>(),
      warn: vi.fn<(details: object, message: string) => void>(),
      error: () => {},
    }
    const faults = { dropsNotifications: false, delayMs: 0, blocksQueries: false }
    startInvalidation(faults, undefined, log as never, secret)
    return log
  }
  const [log, other] = [start('the secret of these nodes'), start('another secret')]
  const idOf = ({ info }: typeof log) => (info.mock.calls[0]?.[0] as { cache_node?: string })?.cache_node
  await vi.waitFor(
    () => expect([log.warn.mock.calls.length, idOf(other)]).toEqual([1, expect.any(String)]),
    5000,
  )
  const [details, message] = log.warn.mock.calls[0]!
  expect(message).toContain('Set the same SESSION_SECRET on all nodes.')
  expect(details, 'each has told its ID').toEqual({ cache_node: idOf(log), other_node: idOf(other) })
  expect(idOf(other)).toMatch(/^[\da-f-]{36}$/)
})

test('FLEET-20 a stop does not wait for a connection to a database that never answers', async () => {
  const never = () => new Promise<never>(() => {})
  const invalidation = createCacheInvalidation({
    open: () => ({ connect: never, query: never, end: never, on: () => {} }),
    hasCacheNodes: async () => false,
    fingerprint: '',
    log: pino({ level: 'silent' }),
  })
  await invalidation.stop()
  expect(invalidation.isCurrent()).toBe(false)
})

describe('A node that loses its connection', () => {
  test('FLEET-21 logs that other processes cache pages once, not after each reconnection', async () => {
    const log = { info: vi.fn(), warn: () => {}, error: () => {} }
    const pids: number[] = []
    const faults = { dropsNotifications: false, delayMs: 0, blocksQueries: false }
    const invalidation = startInvalidation(faults, (pid) => pids.push(pid), log)
    await startNode()
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce(), 5000)
    await database.query('select pg_terminate_backend($1)', [pids[0]])
    await vi.waitFor(() => expect([pids.length, invalidation.isCurrent()]).toEqual([2, true]), 5000)
    const connectedAt = invalidation.lastCurrentAt()
    // Two renewals later.
    for (let renewal = 0, last = connectedAt; renewal < 2; renewal += 1) {
      await vi.waitFor(() => expect(invalidation.lastCurrentAt()).toBeGreaterThan(last), 5000)
      last = invalidation.lastCurrentAt()
    }
    expect(log.info).toHaveBeenCalledOnce()
  })

  test('FLEET-7 keeps its pages until it is connected again, and discards them before it serves any', async () => {
    const node = await startNode()
    const calls: string[] = []
    node.invalidation.subscribe({
      invalidate: () => {},
      suspend: () => void calls.push('suspend'),
      clearAll: () => void calls.push(`clear, ${node.invalidation.isCurrent() ? 'current' : 'not current'}`),
    })
    const lastCurrentAt = node.invalidation.lastCurrentAt()
    await database.query('select pg_terminate_backend($1)', [node.pid()])
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1), { interval: 1, timeout: 5000 })
    expect(calls).toEqual(['suspend', 'clear, not current'])
    await vi.waitFor(() => expect(node.invalidation.isCurrent()).toBe(true), 5000)
    expect(node.invalidation.lastCurrentAt()).toBeGreaterThan(lastCurrentAt)
  })

  test('serves no cached pages until it is connected again, and starts with an empty cache', async () => {
    const node = await startNode()
    await database.query('select pg_terminate_backend($1)', [node.pid()])
    await vi.waitFor(() => expect(node.subscriber.clearAll).toHaveBeenCalled(), {
      interval: 1,
      timeout: 5000,
    })
    expect(node.servesStalePage()).toBe(false)
    await vi.waitFor(() => expect(node.invalidation.isCurrent()).toBe(true), 5000)
    expect(await millisecondsOf(node.invalidation.waitForAllNodes())).toBeLessThan(PROMPT_MILLISECONDS)
  })

  test('still waits for all nodes after its own changes, once it is connected again', async () => {
    const [node, other] = [await startNode(), await startNode()]
    await changeHoney()
    const waitForAllNodes = node.invalidation.waitForAllNodes()
    await database.query('select pg_terminate_backend($1)', [node.pid()])
    await waitForAllNodes
    expect([node.servesStalePage(), other.servesStalePage()]).toEqual([false, false])
    await vi.waitFor(() => expect(node.subscriber.clearAll).toHaveBeenCalled(), 5000)
    await vi.waitFor(() => expect(node.invalidation.isCurrent()).toBe(true), 5000)
  })

  test('and one that never receives notifications (behind a pooler) caches nothing, and its changes do not wait', async () => {
    const invalidation = startInvalidation({ dropsNotifications: true, delayMs: 0, blocksQueries: false })
    await expect(
      vi.waitFor(() => expect(invalidation.isCurrent()).toBe(true), TIMING.acknowledgementTimeoutMs + 200),
    ).rejects.toThrow('expected false')
    await changeHoney()
    expect(await millisecondsOf(invalidation.waitForAllNodes())).toBeLessThan(PROMPT_MILLISECONDS)
  })

  test('changes of a node without notifications wait for the lease of other nodes', async () => {
    const other = await startNode()
    const invalidation = startInvalidation({ dropsNotifications: true, delayMs: 0, blocksQueries: false })
    expect(await millisecondsOf(invalidation.waitForAllNodes())).toBeGreaterThan(TIMING.leaseMs)
    expect(other.invalidation.isCurrent()).toBe(true)
  })
})

test('PERFORMANCE-1 committing a change of a page waits for all nodes, an ordinary order does not', async () => {
  const afterCacheInvalidation = vi.fn<() => Promise<void>>(async () => {})
  const db = await connect({ connectionString: database.connectionString, afterCacheInvalidation })
  const own = { ...database, db }
  const [admin, customer] = [await insertAdmin(database), await insertCustomer(database)]
  const change = (name: string) =>
    db.withActor(admin, (trx) =>
      trx.updateTable('products').set({ name }).where('id', '=', honey.id).execute(),
    )
  try {
    await insertOrder(own, {
      customer,
      lines: [{ product: await insertProduct(database, { stock: 40 }), quantity: 3 }],
    })
    expect(afterCacheInvalidation).not.toHaveBeenCalled()
    await change('Forest Honey from the Hills')
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(1)
    await insertOrder(own, {
      customer,
      lines: [{ product: await insertProduct(database, { stock: 10 }), quantity: 3 }],
    })
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(2)
    await expect(
      db.withActor(admin, async (trx) => {
        await trx.updateTable('products').set({ name: 'Undone' }).where('id', '=', honey.id).execute()
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    // The same connection, after a transaction that invalidated pages.
    await insertOrder(own, {
      customer,
      lines: [{ product: await insertProduct(database, { stock: 40 }), quantity: 3 }],
    })
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(2)
    afterCacheInvalidation.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(await millisecondsOf(change('Forest Honey'))).toBeGreaterThan(99)
  } finally {
    await db.close()
  }
})
