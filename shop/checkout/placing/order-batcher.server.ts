import type { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { CHECKOUT } from '#db/connection/actor-transactions.server.ts'
import type { ShopDatabase } from '#db/connection/connect.server.ts'
import type { Customer } from '#shop/permissions.ts'
import { callPlaceOrder, callPlaceOrders, type PlacingAnswer, type Submit } from './place-order-procedures.server.ts'

/** Where the orders of one process are placed: those that come while others are being placed go together. */
export type Till = {
  /** D17: what becomes of this submit does not depend on the others; throws where the database cannot say. */
  place(customer: Customer, submit: Submit): Promise<PlacingAnswer>
}

/** The next ones are read and sent while PostgreSQL writes those before them. */
const BATCHES_AT_ONCE = 2
const SUBMITS_MOST = 32
/** One full cart goes alone, and does not make others wait for its hundred products. */
const LINES_MOST = 100
/** As long as a batch waits for what somebody else holds (db/procedures/checkout/place_orders.sql). */
const PATIENCE_MILLISECONDS = 250
const LOCK_NOT_AVAILABLE = '55P03'

type Waiting = { customer: Customer; submit: Submit; tell: (answer: PlacingAnswer) => void; fail: (problem: unknown) => void }

/** A till of its own for each process; nobody waits at it while it has nothing to do. */
export function createTill(db: Pick<ShopDatabase, 'once'>, log?: Pick<Logger, 'warn'>): Till {
  let waiting: Waiting[] = []
  let batches = 0

  function serve() {
    while (batches < BATCHES_AT_ONCE && waiting.length > 0) {
      batches += 1
      void doneOrHeldUp(placeTogether(nextBatch())).then(() => {
        batches -= 1
        serve()
      })
    }
  }

  /** In the order they came, but two of one shopper one after the other: the second may be the first one sent again. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const shoppers = new Set<string>()
    let lines = 0
    let isFull = false
    for (const one of waiting) {
      const isSecond = shoppers.has(one.customer.userId)
      isFull ||= batch.length === SUBMITS_MOST || (!isSecond && batch.length > 0 && lines + one.submit.lines.length > LINES_MOST)
      if (isFull || isSecond) {
        later.push(one)
        continue
      }
      batch.push(one)
      lines += one.submit.lines.length
      shoppers.add(one.customer.userId)
    }
    waiting = later
    return batch
  }

  async function placeTogether(batch: readonly Waiting[]) {
    if (batch.length === 1) return placeAlone(batch[0]!)
    try {
      const submits = batch.map(({ customer, submit }) => ({ userId: customer.userId, submit }))
      const answers = await db.once(CHECKOUT, (one) => callPlaceOrders(one, submits))
      batch.forEach(({ tell }, place) => tell(answers[place]!))
    } catch (error) {
      if ((error as Partial<DatabaseError> | null)?.code !== LOCK_NOT_AVAILABLE) log?.warn({ error }, 'orders could not be placed together, so each is placed alone')
      // Nobody fails or waits for the sake of another: what is wrong with one of them comes back when it is placed alone.
      // Should all of them have been placed, each finds its order by its key.
      // They are not waited for: whoever has to wait alone keeps nobody from being placed meanwhile.
      for (const one of batch) void placeAlone(one)
    }
  }

  async function placeAlone({ customer, submit, tell, fail }: Waiting) {
    await db.once(customer, (one) => callPlaceOrder(one, submit)).then(tell, fail)
  }

  return {
    place: (customer, submit) =>
      new Promise((tell, fail) => {
        waiting.push({ customer, submit, tell, fail })
        serve()
      }),
  }
}

/** Whoever is held up, by a product that somebody holds or a database that is silent, does not hold up those who come after. */
function doneOrHeldUp(placing: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MILLISECONDS)
    void placing.finally(() => {
      clearTimeout(patience)
      resolve()
    })
  })
}
