import type { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { CHECKOUT } from '#db/connection/actor-transactions.server.ts'
import type { ShopDatabase } from '#db/connection/connect.server.ts'
import type { Customer } from '#shop/permissions.ts'
import { callPlaceOrder, callPlaceOrders, type PlaceOrderAnswer, type CheckoutAttempt } from './place-order-procedures.server.ts'

/** Where the orders of one process are placed: those that come while others are being placed go together. */
export type OrderBatcher = {
  /** What becomes of this submit does not depend on the others; throws where the database cannot say. */
  place(customer: Customer, attempt: CheckoutAttempt): Promise<PlaceOrderAnswer>
}

/** The next ones are read and sent while PostgreSQL writes those before them. */
const MAX_CONCURRENT_BATCHES = 2
const MAX_ATTEMPTS_PER_BATCH = 32
/** One full cart goes alone, and does not make others wait for its hundred products. */
const MAX_LINES_PER_BATCH = 100
/** As long as a batch waits for what somebody else holds (db/procedures/checkout/place_orders.sql). */
const BATCH_TIMEOUT_MS = 250
const LOCK_NOT_AVAILABLE = '55P03'

type PendingAttempt = { customer: Customer; attempt: CheckoutAttempt; resolve: (answer: PlaceOrderAnswer) => void; reject: (problem: unknown) => void }

/** A till of its own for each process; nobody waits at it while it has nothing to do. */
export function createOrderBatcher(db: Pick<ShopDatabase, 'queryAs'>, log?: Pick<Logger, 'warn'>): OrderBatcher {
  let pending: PendingAttempt[] = []
  let runningBatches = 0

  function flush() {
    while (runningBatches < MAX_CONCURRENT_BATCHES && pending.length > 0) {
      runningBatches += 1
      void settledOrTimedOut(placeBatch(nextBatch())).then(() => {
        runningBatches -= 1
        flush()
      })
    }
  }

  /** In the order they came, but two of one shopper one after the other: the second may be the first one sent again. */
  function nextBatch(): PendingAttempt[] {
    const batch: PendingAttempt[] = []
    const remaining: PendingAttempt[] = []
    const shoppers = new Set<string>()
    let lines = 0
    let isFull = false
    for (const one of pending) {
      const isSecond = shoppers.has(one.customer.userId)
      isFull ||= batch.length === MAX_ATTEMPTS_PER_BATCH || (!isSecond && batch.length > 0 && lines + one.attempt.lines.length > MAX_LINES_PER_BATCH)
      if (isFull || isSecond) {
        remaining.push(one)
        continue
      }
      batch.push(one)
      lines += one.attempt.lines.length
      shoppers.add(one.customer.userId)
    }
    pending = remaining
    return batch
  }

  async function placeBatch(batch: readonly PendingAttempt[]) {
    if (batch.length === 1) return placeSingly(batch[0]!)
    try {
      const submits = batch.map(({ customer, attempt }) => ({ userId: customer.userId, attempt }))
      const answers = await db.queryAs(CHECKOUT, (one) => callPlaceOrders(one, submits))
      batch.forEach(({ resolve }, place) => resolve(answers[place]!))
    } catch (error) {
      if ((error as Partial<DatabaseError> | null)?.code !== LOCK_NOT_AVAILABLE) log?.warn({ error }, 'orders could not be placed together, so each is placed alone')
      // Nobody fails or waits for the sake of another: what is wrong with one of them comes back when it is placed alone.
      // Should all of them have been placed, each finds its order by its key.
      // They are not waited for: whoever has to wait alone keeps nobody from being placed meanwhile.
      for (const one of batch) void placeSingly(one)
    }
  }

  async function placeSingly({ customer, attempt, resolve, reject }: PendingAttempt) {
    await db.queryAs(customer, (one) => callPlaceOrder(one, attempt)).then(resolve, reject)
  }

  return {
    place: (customer, attempt) =>
      new Promise((resolve, reject) => {
        pending.push({ customer, attempt, resolve, reject })
        flush()
      }),
  }
}

/** Whoever is held up, by a product that somebody holds or a database that is silent, does not hold up those who come after. */
function settledOrTimedOut(placing: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, BATCH_TIMEOUT_MS)
    void placing.finally(() => {
      clearTimeout(timeout)
      resolve()
    })
  })
}
