import type { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, openListener } from '#db/connection/connect.server.ts'
import { insertCategory, insertCustomer, insertAdmin, insertOrder, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { NotificationListener } from './notification-listener.ts'
import { createCacheInvalidation, type CacheInvalidation } from './cache-invalidation.ts'

/** Several nodes on one database: nobody is answered while one of them still shows what was. */
const PACE = { leaseMs: 2500, renewalIntervalMs: 300, acknowledgementTimeoutMs: 1500 }
/** What a round of questions and answers may take on a busy machine: less than a node that says nothing is waited for. */
const SOON_MILLISECONDS = 1400
let database: TestDatabase
let honey: TestProduct
const watches: CacheInvalidation[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  honey = await insertProduct(database, { stock: 100, category_id: await insertCategory(database) })
})
afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.stop()))
  const left = await database.query('delete from cache_nodes returning node')
  if (left.length > 0) throw new Error('A node that was stopped is still waited for.')
})
afterAll(() => database.close())

type Trouble = {
  /** Nothing that is told arrives. */
  isDeaf: boolean
  /** What is told arrives so much later. */
  lateMilliseconds: number
  /** Nothing that is asked is answered. */
  isStuck: boolean
}

function watching(trouble: Trouble, tellPid: (pid: number) => void = () => {}) {
  const watch = createCacheInvalidation({
    open: () => disturbed(openListener(database.connectionString), trouble, tellPid),
    hasCacheNodes: async () => (await database.query('select from cache_nodes')).length > 0,
    log: pino({ level: 'silent' }),
    timing: PACE,
  })
  watches.push(watch)
  return watch
}

/** A node with its own connection, which can be disturbed; it keeps a page that shows the honey from when it began. */
async function aNode() {
  const trouble: Trouble = { isDeaf: false, lateMilliseconds: 0, isStuck: false }
  const keeper = { invalidate: vi.fn<(parts: readonly string[]) => void>(), clearAll: vi.fn<() => void>() }
  let pid = 0
  const watch = watching(trouble, (is) => void (pid = is))
  watch.subscribe(keeper)
  await vi.waitFor(() => expect(watch.isCurrent()).toBe(true), 5000)
  keeper.clearAll.mockClear()
  const heard = () => keeper.invalidate.mock.calls.flatMap(([parts]) => [...parts])
  /** Whether the honey would still be shown as it was when the node began. */
  const showsOldHoney = () => watch.isCurrent() && keeper.clearAll.mock.calls.length === 0 && !heard().includes(`product:${honey.id}`)
  return { watch, keeper, trouble, showsOldHoney, pid: () => pid }
}

function disturbed(client: Client, trouble: Trouble, tellPid: (pid: number) => void): NotificationListener {
  const later = <Args extends unknown[]>(hear: (...args: Args) => void) => (...args: Args) => {
    if (trouble.isDeaf) return
    if (trouble.lateMilliseconds > 0) setTimeout(() => hear(...args), trouble.lateMilliseconds)
    else hear(...args)
  }
  return {
    async connect() {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      tellPid(rows[0]!.pid)
    },
    query: (statement, values) => (trouble.isStuck ? new Promise(() => {}) : client.query(statement, values)),
    on: (event: string, listener: (...args: never[]) => void) =>
      client.on(event as 'end', (event === 'notification' ? later(listener as () => void) : listener) as () => void),
    end: () => client.end(),
  } as NotificationListener
}

const changeHoney = () => database.query('update products set price = price + 0.01 where id = $1', [honey.id])
async function millisecondsOf(work: Promise<unknown>) {
  const start = performance.now()
  await work
  return performance.now() - start
}

describe('After the answer to a write no node shows what was', () => {
  test('each has heard of it by then, and nobody waits for long', async () => {
    const [mine, other] = [await aNode(), await aNode()]
    await changeHoney()
    expect(await millisecondsOf(mine.watch.waitForAllNodes())).toBeLessThan(SOON_MILLISECONDS)
    expect([mine.showsOldHoney(), other.showsOldHoney()]).toEqual([false, false])
    expect(other.keeper.clearAll).not.toHaveBeenCalled()
  })

  test('a node that hears late is waited for', async () => {
    const [mine, other] = [await aNode(), await aNode()]
    other.trouble.lateMilliseconds = 150
    await changeHoney()
    expect(other.showsOldHoney()).toBe(true)
    await mine.watch.waitForAllNodes()
    expect(other.showsOldHoney()).toBe(false)
    expect(other.keeper.clearAll).not.toHaveBeenCalled()
  })

  test('a node that hears nothing loses what it kept, and that is waited for', async () => {
    const [mine, other] = [await aNode(), await aNode()]
    other.trouble.isDeaf = true
    await changeHoney()
    await mine.watch.waitForAllNodes()
    expect(other.showsOldHoney()).toBe(false)
    expect(mine.watch.isCurrent()).toBe(true)
    other.trouble.isDeaf = false
    await vi.waitFor(() => expect(other.watch.isCurrent()).toBe(true), 5000)
    expect(other.keeper.clearAll).toHaveBeenCalled()
  })

  test('a node that stands still shows nothing after its lease, and the write waits for just that', async () => {
    const [mine, other] = [await aNode(), await aNode()]
    Object.assign(other.trouble, { isDeaf: true, isStuck: true })
    await changeHoney()
    expect(await millisecondsOf(mine.watch.waitForAllNodes())).toBeLessThan(PACE.acknowledgementTimeoutMs + PACE.leaseMs + 2 * SOON_MILLISECONDS)
    expect(other.showsOldHoney()).toBe(false)
    other.trouble.isStuck = false
    // Nobody is there to remove it, since it never says goodbye.
    await mine.watch.stop()
    await other.watch.stop()
    await database.query('delete from cache_nodes')
  })
})

describe('A node whose connection ends', () => {
  test('shows nothing that it kept until it hears again, and then begins anew', async () => {
    const node = await aNode()
    await database.query('select pg_terminate_backend($1)', [node.pid()])
    await vi.waitFor(() => expect(node.keeper.clearAll).toHaveBeenCalled(), { interval: 1, timeout: 5000 })
    expect(node.showsOldHoney()).toBe(false)
    await vi.waitFor(() => expect(node.watch.isCurrent()).toBe(true), 5000)
    expect(await millisecondsOf(node.watch.waitForAllNodes())).toBeLessThan(SOON_MILLISECONDS)
  })

  test('still answers for its own changes, as soon as it hears again', async () => {
    const [mine, other] = [await aNode(), await aNode()]
    await changeHoney()
    const waitForAllNodes = mine.watch.waitForAllNodes()
    await database.query('select pg_terminate_backend($1)', [mine.pid()])
    await waitForAllNodes
    expect([mine.showsOldHoney(), other.showsOldHoney()]).toEqual([false, false])
    await vi.waitFor(() => expect(mine.keeper.clearAll).toHaveBeenCalled(), 5000)
    await vi.waitFor(() => expect(mine.watch.isCurrent()).toBe(true), 5000)
  })

  test('and one that can never hear, as behind a pooler, never shows anything kept, and its changes wait for nobody', async () => {
    const watch = watching({ isDeaf: true, lateMilliseconds: 0, isStuck: false })
    await expect(vi.waitFor(() => expect(watch.isCurrent()).toBe(true), PACE.acknowledgementTimeoutMs + 200)).rejects.toThrow('expected false')
    await changeHoney()
    expect(await millisecondsOf(watch.waitForAllNodes())).toBeLessThan(SOON_MILLISECONDS)
  })

  test('while another node shows what it kept, a change of one that can never hear waits for its lease', async () => {
    const other = await aNode()
    const watch = watching({ isDeaf: true, lateMilliseconds: 0, isStuck: false })
    expect(await millisecondsOf(watch.waitForAllNodes())).toBeGreaterThan(PACE.leaseMs)
    expect(other.watch.isCurrent()).toBe(true)
  })
})

test('PERFORMANCE-1 the commit of a change waits for the nodes, and that of an ordinary sale asks nobody', async () => {
  const afterCacheInvalidation = vi.fn<() => Promise<void>>(async () => {})
  const db = await connect({ connectionString: database.connectionString, afterCacheInvalidation })
  const own = { ...database, db }
  const [admin, customer] = [await insertAdmin(database), await insertCustomer(database)]
  const change = (name: string) => db.withActor(admin, (trx) => trx.updateTable('products').set({ name }).where('id', '=', honey.id).execute())
  try {
    await insertOrder(own, { customer, lines: [{ product: await insertProduct(database, { stock: 40 }), quantity: 3 }] })
    expect(afterCacheInvalidation).not.toHaveBeenCalled()
    await change('Forest Honey from the Hills')
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(1)
    await insertOrder(own, { customer, lines: [{ product: await insertProduct(database, { stock: 10 }), quantity: 3 }] })
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(2)
    await expect(db.withActor(admin, async (trx) => {
      await trx.updateTable('products').set({ name: 'Undone' }).where('id', '=', honey.id).execute()
      throw new Error('undone')
    })).rejects.toThrow('undone')
    // The same connection, whose transaction before changed a page.
    await insertOrder(own, { customer, lines: [{ product: await insertProduct(database, { stock: 40 }), quantity: 3 }] })
    expect(afterCacheInvalidation).toHaveBeenCalledTimes(2)
    afterCacheInvalidation.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(await millisecondsOf(change('Forest Honey'))).toBeGreaterThan(99)
  } finally {
    await db.close()
  }
})
