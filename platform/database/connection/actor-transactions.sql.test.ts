import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { connect, type DatabaseActor, type ShopDatabase } from './connect.server.ts'

let database: TestDatabase
let db: ShopDatabase
let afterCacheInvalidation: () => Promise<void> = async () => {}

beforeAll(async () => {
  database = await createTestDatabase()
  db = await connect({
    connectionString: database.connectionString,
    afterCacheInvalidation: () => afterCacheInvalidation(),
  })
  await database.query(`
    create table public.trace (word text, unique (word) deferrable initially deferred);
    grant all on public.trace to ninth_bend_customer`)
})
afterAll(async () => {
  await db.close()
  await database.close()
})

const customer: DatabaseActor = { kind: 'customer', userId: '0b9f6c1e-8d35-4f0a-9d8c-2f5e0f1a7c11' }
const visitor: DatabaseActor = { kind: 'visitor', userId: null }
const selectRole = sql<{ role: string; user_id: string | null }>`
  select current_user as role, nullif(current_setting('app.user_id', true), '') as user_id`
const roleOf = async (actor: DatabaseActor) =>
  (await db.queryAs(actor, (one) => selectRole.execute(one))).rows[0]
const readTraces = async () =>
  (await database.query<{ word: string }>('select word from trace order by word')).map(({ word }) => word)
const insertTrace = (word: string) =>
  db.queryAs(customer, (one) => sql`insert into trace values (${word})`.execute(one))
/** More concurrent calls than connections, so that every connection is used. */
const rolesOfAllConnections = () => Promise.all(Array.from({ length: 30 }, () => roleOf(visitor)))
const VISITOR_ROLE = { role: 'ninth_bend_visitor', user_id: null }
const VISITOR_ON_ALL_CONNECTIONS = Array.from({ length: 30 }, () => VISITOR_ROLE)

describe('PERMISSION-12 a single statement as a whole transaction', () => {
  test.each([
    ['visitor', visitor],
    ['customer', customer],
    ['admin', { kind: 'admin', userId: '7d1f3f6e-2b7c-4a7b-8a53-1f2f5d3f9a22' }],
  ] as const)('a %s acts as one and as nobody else', async (kind, actor) => {
    expect(await roleOf(actor)).toEqual({ role: `ninth_bend_${kind}`, user_id: actor.userId })
    expect(await rolesOfAllConnections()).toEqual(VISITOR_ON_ALL_CONNECTIONS)
  })

  test('a forged user ID is escaped as text', async () => {
    const forged = `', true); set role ninth_bend_admin; select ('`
    expect(await roleOf({ kind: 'customer', userId: forged })).toEqual({
      role: 'ninth_bend_customer',
      user_id: forged,
    })
  })

  test('it is committed when its result is returned', async () => {
    await insertTrace('kept')
    expect(await readTraces()).toContain('kept')
  })

  test('a failing statement is rolled back and leaves no actor on the connection', async () => {
    const broken = db.queryAs(customer, (one) =>
      sql`with seen as (insert into trace values ('undone') returning 1) select 1 / (count(*) - 1) from seen`.execute(
        one,
      ),
    )
    await expect(broken).rejects.toThrow('division by zero')
    expect(await readTraces()).not.toContain('undone')
    expect(await rolesOfAllConnections()).toEqual(VISITOR_ON_ALL_CONNECTIONS)
  })

  test('it fails if only its commit fails', async () => {
    await insertTrace('once')
    await expect(insertTrace('once')).rejects.toThrow('duplicate key')
    expect((await readTraces()).filter((word) => word === 'once')).toHaveLength(1)
    expect(await roleOf(visitor)).toEqual(VISITOR_ROLE)
  })

  test('nothing runs if the role does not exist', async () => {
    const unknownActor = { kind: 'nobody' as 'customer', userId: null }
    await expect(
      db.queryAs(unknownActor, (one) => sql`insert into trace values ('as nobody')`.execute(one)),
    ).rejects.toThrow('does not exist')
    expect(await readTraces()).not.toContain('as nobody')
  })

  test('a transaction whose begin failed is not left open on its connection', async () => {
    const unknownActor = { kind: 'nobody' as 'customer', userId: null }
    await expect(db.withActor(unknownActor, (trx) => selectRole.execute(trx))).rejects.toThrow(
      'does not exist',
    )
    expect((await db.withActor(customer, (trx) => selectRole.execute(trx))).rows).toEqual([
      { role: 'ninth_bend_customer', user_id: customer.userId },
    ])
    expect(await rolesOfAllConnections()).toEqual(VISITOR_ON_ALL_CONNECTIONS)
  })

  test('a second statement is refused, whether the first succeeded or failed', async () => {
    const twice = db.queryAs(customer, async (one) => {
      await selectRole.execute(one)
      return selectRole.execute(one)
    })
    await expect(twice).rejects.toThrow('A second statement was asked where one is the whole transaction.')
    expect(await roleOf(customer)).toMatchObject({ user_id: customer.userId })
  })

  test('it is sent as one message', async () => {
    await roleOf(customer)
    const written = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')] as const
    await roleOf(customer)
    const terminal = new Set<unknown>([process.stdout, process.stderr])
    const times = written.map(({ mock }) => mock.contexts.filter((socket) => !terminal.has(socket)).length)
    for (const spy of written) spy.mockRestore()
    expect(times).toEqual([0, 1])
  })
})

describe('a transaction that changed a cached page', () => {
  const changePage = (one: Parameters<Parameters<ShopDatabase['queryAs']>[1]>[0]) =>
    sql`select set_config('ninth_bend.cache_tags_invalidated', 'yes', true)`.execute(one)

  test('returns only after every node has invalidated it, without holding a connection meanwhile', async () => {
    const invalidation = Promise.withResolvers<void>()
    const waiting = Promise.withResolvers<void>()
    afterCacheInvalidation = () => {
      waiting.resolve()
      return invalidation.promise
    }
    const answered: string[] = []
    const change = db.queryAs(customer, changePage).then(() => answered.push('change'))
    await waiting.promise
    await Promise.all(Array.from({ length: 30 }, async () => answered.push((await roleOf(visitor))!.role)))
    expect(answered).not.toContain('change')
    invalidation.resolve()
    await change
    expect(answered.at(-1)).toBe('change')
  })

  test('also waits if work after its commit fails', async () => {
    const settled = vi.fn(async () => {})
    afterCacheInvalidation = settled
    const change = db.queryAs(customer, async (one) => {
      await changePage(one)
      throw new Error('too late to undo it')
    })
    await expect(change).rejects.toThrow('too late to undo it')
    expect(settled).toHaveBeenCalledTimes(1)
  })

  test('does not delay other transactions', async () => {
    const settled = vi.fn(async () => {})
    afterCacheInvalidation = settled
    await roleOf(customer)
    expect(settled).not.toHaveBeenCalled()
    await db.queryAs(customer, changePage)
    expect(settled).toHaveBeenCalledTimes(1)
  })
})
