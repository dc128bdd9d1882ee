import type { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { CHECKOUT } from '#platform/database/connection/actor-transactions.server.ts'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import type { Customer } from '#shop/permissions.ts'
import type { CheckoutAttempt } from '#features/checkout/checkout-form.ts'
import { callPlaceOrder, callPlaceOrders, type PlaceOrderAnswer } from './place-order-procedures.server.ts'

/** Attempts of one process that arrive while others are in progress share a batch. */
export type OrderBatcher = {
  /** The result does not depend on other attempts in the batch; throws if the database fails. */
  place(customer: Customer, attempt: CheckoutAttempt): Promise<PlaceOrderAnswer>
}

/** Two, so that one batch is prepared and sent while PostgreSQL commits the other. */
const MAX_CONCURRENT_BATCHES = 2
const MAX_ATTEMPTS_PER_BATCH = 32
/** A full cart is placed alone, so that others do not wait for its hundred products. */
const MAX_LINES_PER_BATCH = 100
const BATCH_TIMEOUT_MS = 250
const LOCK_NOT_AVAILABLE = '55P03'

type PendingAttempt = {
  customer: Customer
  attempt: CheckoutAttempt
  resolve: (answer: PlaceOrderAnswer) => void
  reject: (problem: unknown) => void
}

export function createOrderBatcher(
  db: Pick<ShopDatabase, 'queryAs'>,
  log?: Pick<Logger, 'warn'>,
): OrderBatcher {
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

  /** In order of arrival, but never two attempts of one customer, because the second may be a retry of the first. */
  function nextBatch(): PendingAttempt[] {
    const batch: PendingAttempt[] = []
    const remaining: PendingAttempt[] = []
    const shoppers = new Set<string>()
    let lines = 0
    let isFull = false
    for (const one of pending) {
      const isSecond = shoppers.has(one.customer.userId)
      isFull ||=
        batch.length === MAX_ATTEMPTS_PER_BATCH ||
        (!isSecond && batch.length > 0 && lines + one.attempt.lines.length > MAX_LINES_PER_BATCH)
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
      const answers = await db.queryAs(CHECKOUT, (one) => callPlaceOrders(one, batch))
      batch.forEach(({ resolve }, index) => resolve(answers[index]!))
    } catch (error) {
      if ((error as Partial<DatabaseError> | null)?.code !== LOCK_NOT_AVAILABLE)
        log?.warn({ error }, 'batch failed, placing each order alone')
      // Places them one by one, so that only the faulty one fails; if the batch had committed, each finds its
      // order by its key. Not awaited, so that a lock does not delay the next batch.
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

/** A batch that waits for a lock or a hung database does not delay the next ones. */
function settledOrTimedOut(placing: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, BATCH_TIMEOUT_MS)
    void placing.finally(() => {
      clearTimeout(timeout)
      resolve()
    })
  })
}
