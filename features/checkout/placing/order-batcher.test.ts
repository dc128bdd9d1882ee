import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Driver,
} from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DatabaseActor } from '#platform/database/connection/actor-transactions.server.ts'
import type { DB } from '#platform/database/schema.ts'
import type { Customer } from '#shop/permissions.ts'
import { randomInteger, createSeededRandom } from '#prove/runner/seeded-random.ts'
import type { CheckoutAttempt } from '#features/checkout/checkout-form.ts'
import type { PlaceOrderAnswer } from './place-order-procedures.server.ts'
import { createOrderBatcher } from './order-batcher.server.ts'

type PendingQuery = {
  as: DatabaseActor
  who: string[]
  keys: string[]
  answer(code?: string): Promise<void>
  fail(problem: unknown): Promise<void>
}

const now = () => new Promise<void>((resolve) => setImmediate(resolve))

function createFakeDatabase() {
  const queries: PendingQuery[] = []
  const once = async <Result>(
    as: DatabaseActor,
    work: (one: Kysely<DB>) => Promise<Result>,
  ): Promise<Result> =>
    work(
      asking((statement, values) => {
        const { promise, resolve, reject } = Promise.withResolvers<unknown>()
        const isBatch = statement.includes('place_orders(')
        const sent = isBatch
          ? (JSON.parse(values[0] as string) as { user_id: string; idempotency_key: string }[])
          : [{ user_id: as.userId!, idempotency_key: values[0] as string }]
        const keys = sent.map(({ idempotency_key }) => idempotency_key)
        const answers = (code?: string) =>
          keys.map((key) => (code ? { ok: false, refusal: { code } } : answerTo(key)))
        queries.push({
          as,
          keys,
          who: sent.map(({ user_id }) => user_id),
          answer: (code) => (
            resolve(isBatch ? { answers: answers(code) } : { answer: answers(code)[0] }),
            now()
          ),
          fail: (problem) => (reject(problem), now()),
        })
        return promise
      }),
    )
  return { asked: queries, queryAs: vi.fn(once) as unknown as typeof once }
}

function asking(ask: (statement: string, values: readonly unknown[]) => Promise<unknown>): Kysely<DB> {
  const executeQuery = async ({ sql, parameters }: CompiledQuery) => ({ rows: [await ask(sql, parameters)] })
  const connection = { executeQuery, async *streamQuery() {} }
  const nothing = async () => {}
  const driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    destroy: nothing,
  } as unknown as Driver
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const answerTo = (key: string): PlaceOrderAnswer => ({
  ok: true,
  value: { order_id: `order of ${key}`, total_amount: 4.5, status: 'pending', repeated: false },
})
const shopper = (name: string): Customer => ({
  kind: 'customer',
  userId: name,
  email: `${name}@shopper.example`,
})
const createAttempt = (key: string, lines = 1): CheckoutAttempt => ({
  idempotency_key: key,
  payment_method: 'cod',
  shipping_address: {} as CheckoutAttempt['shipping_address'],
  lines: Array.from({ length: lines }, (_, line) => ({ id: `good-${line}`, quantity: 1, price: 4.5 })),
})

let database: ReturnType<typeof createFakeDatabase>
const warn = vi.fn<() => void>()
let orderBatcher: ReturnType<typeof createOrderBatcher>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  database = createFakeDatabase()
  warn.mockClear()
  orderBatcher = createOrderBatcher(database, { warn })
})
afterEach(() => vi.useRealTimers())

function placeAttempt(name: string, { key = name, lines = 1 } = {}) {
  const placing = orderBatcher.place(shopper(name), createAttempt(key, lines))
  placing.catch(() => {})
  return placing
}
/** Starts two attempts, each alone, so that the next ones wait. */
async function startTwoBatches() {
  void placeAttempt('first')
  void placeAttempt('second')
  await now()
}
const customersOfBatches = () => database.asked.map((queries) => queries.who.join(' '))

describe('CHECKOUT-17 composition of batches', () => {
  test('an attempt that finds the batcher idle is placed at once, alone, as its customer', async () => {
    const placing = placeAttempt('asha')
    await now()
    expect(database.asked).toMatchObject([{ as: shopper('asha'), keys: ['asha'] }])
    await database.asked[0]!.answer()
    expect(await placing).toEqual(answerTo('asha'))
    void placeAttempt('asha', { key: 'another' })
    await now()
    expect(database.asked[1]).toMatchObject({ as: shopper('asha'), keys: ['another'] })
  })

  test('attempts that wait are batched in order of arrival, each with its own result', async () => {
    await startTwoBatches()
    const placings = ['asha', 'ben', 'chitra'].map((name) => placeAttempt(name))
    await now()
    expect(customersOfBatches()).toEqual(['first', 'second'])
    await database.asked[1]!.answer()
    expect(customersOfBatches()).toEqual(['first', 'second', 'asha ben chitra'])
    expect(database.asked[2]!.as).toEqual({ kind: 'checkout', userId: null })
    await database.asked[2]!.answer()
    expect(await Promise.all(placings)).toEqual(['asha', 'ben', 'chitra'].map(answerTo))
  })

  test('a refusal is a result', async () => {
    await startTwoBatches()
    const placings = ['asha', 'ben'].map((name) => placeAttempt(name))
    await database.asked[0]!.answer()
    await database.asked[2]!.answer('cart-changed')
    expect(await Promise.all(placings)).toEqual(
      [1, 2].map(() => ({ ok: false, refusal: { code: 'cart-changed' } })),
    )
    expect(database.asked).toHaveLength(3)
  })

  test('two attempts of one customer are never in one batch, and keep their order', async () => {
    await startTwoBatches()
    for (const [name, key] of [
      ['asha', '1'],
      ['ben', '2'],
      ['asha', '3'],
      ['chitra', '4'],
      ['asha', '5'],
      ['ben', '6'],
    ] as const)
      void placeAttempt(name, { key })
    await database.asked[0]!.answer()
    expect(database.asked[2]!.keys).toEqual(['1', '2', '4'])
    await database.asked[2]!.answer()
    expect(database.asked[3]!.keys).toEqual(['3', '6'])
    await database.asked[3]!.answer()
    expect(database.asked[4]).toMatchObject({ as: shopper('asha'), keys: ['5'] })
  })

  test('at most 32 attempts', async () => {
    await startTwoBatches()
    const names = Array.from({ length: 70 }, (_, number) => `shopper-${number}`)
    for (const name of names) void placeAttempt(name)
    await database.asked[0]!.answer()
    await database.asked[1]!.answer()
    await database.asked[2]!.answer()
    expect(database.asked.slice(2).map((queries) => queries.who)).toEqual([
      names.slice(0, 32),
      names.slice(32, 64),
      names.slice(64),
    ])
  })

  test('at most a hundred lines; a larger cart is placed alone', async () => {
    await startTwoBatches()
    const carts = { asha: 60, ben: 40, chitra: 1, dee: 101, eve: 50, fay: 51, gita: 1 }
    for (const [name, lines] of Object.entries(carts)) void placeAttempt(name, { lines })
    for (let turn = 0; turn < 6; turn += 1) await database.asked[turn]!.answer()
    expect(customersOfBatches().slice(2)).toEqual(['asha ben', 'chitra', 'dee', 'eve', 'fay gita'])
    expect(database.asked[4]!.as).toEqual(shopper('dee'))
  })

  test('further carts of a waiting customer do not count towards the limits of a batch', async () => {
    await startTwoBatches()
    void placeAttempt('asha', { key: '1', lines: 50 })
    void placeAttempt('asha', { key: '2', lines: 100 })
    void placeAttempt('ben', { key: '3', lines: 50 })
    await database.asked[0]!.answer()
    expect(database.asked[2]!.keys).toEqual(['1', '3'])
  })
})

describe('CHECKOUT-17 failures and waits are isolated', () => {
  const problem = (code: string) => Object.assign(new Error('No.'), { code })

  test('after a failed batch each attempt is placed alone, as its customer, and only the faulty one fails', async () => {
    await startTwoBatches()
    const placings = ['asha', 'ben', 'chitra'].map((name) => placeAttempt(name))
    await database.asked[0]!.answer()
    await database.asked[2]!.fail(problem('23514'))
    expect(database.asked.slice(3).map(({ as, keys }) => [as.userId, ...keys])).toEqual([
      ['asha', 'asha'],
      ['ben', 'ben'],
      ['chitra', 'chitra'],
    ])
    await database.asked[3]!.answer()
    await database.asked[4]!.fail(problem('23514'))
    await database.asked[5]!.answer('cart-changed')
    expect(await Promise.allSettled(placings)).toEqual([
      { status: 'fulfilled', value: answerTo('asha') },
      { status: 'rejected', reason: problem('23514') },
      { status: 'fulfilled', value: { ok: false, refusal: { code: 'cart-changed' } } },
    ])
    expect(warn).toHaveBeenCalledWith(
      { error: problem('23514') },
      expect.stringContaining('placing each order alone'),
    )
  })

  test('attempts placed alone do not delay the next batch', async () => {
    await startTwoBatches()
    for (const name of ['asha', 'ben', 'chitra']) void placeAttempt(name)
    await database.asked[0]!.answer()
    for (const name of ['dee', 'eve']) void placeAttempt(name)
    await database.asked[2]!.fail(problem('55P03'))
    expect(customersOfBatches().slice(3)).toEqual(['asha', 'ben', 'chitra', 'dee eve'])
    expect(warn, 'a lock timeout is not logged').not.toHaveBeenCalled()
  })

  test('a batch that waits a quarter of a second for a lock does not delay others', async () => {
    await startTwoBatches()
    const placings = ['asha', 'ben'].map((name) => placeAttempt(name))
    await vi.advanceTimersByTimeAsync(249)
    await now()
    expect(customersOfBatches()).toEqual(['first', 'second'])
    await vi.advanceTimersByTimeAsync(1)
    await now()
    expect(customersOfBatches()).toEqual(['first', 'second', 'asha ben'])
    await database.asked[2]!.answer()
    expect(await Promise.all(placings)).toEqual(['asha', 'ben'].map(answerTo))
  })

  test('and counts once: when it ends, no third batch starts beside two', async () => {
    await startTwoBatches()
    await vi.advanceTimersByTimeAsync(250)
    for (const name of ['asha', 'ben', 'chitra']) void placeAttempt(name)
    await now()
    expect(customersOfBatches()).toEqual(['first', 'second', 'asha', 'ben'])
    await database.asked[0]!.answer()
    await database.asked[1]!.fail(problem('57014'))
    expect(customersOfBatches()).toEqual(['first', 'second', 'asha', 'ben'])
    await database.asked[2]!.answer()
    expect(customersOfBatches().at(-1)).toBe('chitra')
  })

  test('a query that throws at once leaves the batcher usable', async () => {
    const placing = placeAttempt('asha')
    await now()
    await database.asked[0]!.fail(problem('08006'))
    await expect(placing).rejects.toThrow('No.')
    void placeAttempt('ben')
    await now()
    expect(customersOfBatches()).toEqual(['asha', 'ben'])
  })
})

test.each([1, 2, 3, 4, 5])(
  'every attempt gets its own result, in any order and with any failures (seed %i)',
  async (seed) => {
    const chance = createSeededRandom(seed)
    const placings: Promise<unknown>[] = []
    const expected: unknown[] = []
    const faulty = new Set<string>()
    let ended = 0
    const isOver = () => placings.length === 300 && ended === database.asked.length
    for (let turn = 0; !isOver() && turn < 10_000; turn += 1) {
      for (let coming = randomInteger(0, 4, chance); coming > 0 && placings.length < 300; coming -= 1) {
        const key = `submit ${placings.length}`
        if (chance() < 0.1) faulty.add(key)
        placings.push(
          placeAttempt(`shopper ${randomInteger(0, 20, chance)}`, {
            key,
            lines: randomInteger(0, 40, chance),
          }),
        )
        expected.push(
          faulty.has(key)
            ? { status: 'rejected', reason: new Error(`${key} is faulty`) }
            : { status: 'fulfilled', value: answerTo(key) },
        )
      }
      await now()
      const one = database.asked[ended]
      if (!one || chance() < 0.3) continue
      ended += 1
      expect(new Set(one.who).size, 'each customer once per batch').toBe(one.who.length)
      const fault = one.keys.find((key) => faulty.has(key))
      await (fault ? one.fail(new Error(`${fault} is faulty`)) : one.answer())
    }
    expect(isOver()).toBe(true)
    expect(await Promise.allSettled(placings)).toEqual(expected)
    expect(database.asked.some(({ keys }) => keys.length > 1)).toBe(true)
  },
)
