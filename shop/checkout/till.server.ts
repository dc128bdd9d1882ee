import { CHECKOUT } from '#db/acting.server.ts'
import type { ShopDatabase } from '#db/connect.server.ts'
import type { Customer } from '#shop/permissions.ts'
import { callPlaceOrder, callPlaceOrders, type PlacingAnswer, type Submit } from './place-order-sql.server.ts'

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

type Waiting = { customer: Customer; submit: Submit; tell: (answer: PlacingAnswer) => void; fail: (problem: unknown) => void }

/** A till of its own for each process; nobody waits at it while it has nothing to do. */
export function createTill(db: Pick<ShopDatabase, 'once'>): Till {
  let waiting: Waiting[] = []
  let batches = 0

  function serve() {
    while (batches < BATCHES_AT_ONCE && waiting.length > 0) {
      const batch = nextBatch()
      batches += 1
      void placeTogether(batch).finally(() => {
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
    for (const one of waiting) {
      lines += one.submit.lines.length
      const isFull = batch.length >= SUBMITS_MOST || (batch.length > 0 && lines > LINES_MOST)
      if (isFull || shoppers.has(one.customer.userId)) later.push(one)
      else batch.push(one)
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
    } catch {
      // Nobody fails or waits for the sake of another: what is wrong with one of them comes back when it is placed alone.
      // Should all of them have been placed, each finds its order by its key.
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
