import { findInconsistencies, insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { createOrderScenario, DONE, step } from './order-steps.ts'

const ORDERS = 8
const CANCELLED = 4

export const bulkAgainstCancel: ProofStep = {
  name: 'bulk-against-cancel',
  scenario: `two administrators ship the same ${ORDERS} orders at once, in opposite order, while their customer cancels ${CANCELLED} of them`,
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(300, 8))
    let shipped = 0
    await runConcurrently(3, customers, async (customer, round) => {
      const product = await insertProduct(db, { name: 'Chosen Honey', stock: 100 })
      const ids: string[] = []
      for (let order = 0; order < ORDERS; order++)
        ids.push(await placeOrderOverHttp(customer, [{ product, quantity: 1 }]))
      await submitBulkMove(owner, 'pending', ids)
      const cancel = (order: string) =>
        step(customer.copy(), '/profile/orders', { order_id: order, intent: 'cancel' })
      const ship = (orders: string[]) => submitBulkMove(owner.copy(), 'processing', orders)
      const cancelAll = () => Promise.all(ids.slice(0, CANCELLED).map(cancel))
      const earlyCancellations = round % 2 === 0 ? cancelAll() : undefined
      const [first, second, cancellations] = await Promise.all([
        ship(ids),
        ship(ids.toReversed()),
        earlyCancellations ?? cancelAll(),
      ])
      const rows = await db.query<{ id: string; status: string; moved: number; mails: number }>(
        `select o.id, o.status,
                (select count(*)::int from order_history h where h.order_id = o.id and h.to_status = 'shipped') as moved,
                (select count(*)::int from outbox m where m.dedupe_key = 'order-shipped:' || o.id) as mails
           from orders o where o.id = any ($1) order by array_position($1, o.id)`,
        [ids],
      )
      for (const [index, { id, status, moved, mails }] of rows.entries()) {
        const told = [first, second].map(({ chosen }) => {
          if (chosen?.movedIds.includes(id)) return DONE
          return chosen?.refused.find((refused) => refused.id === id)?.status ?? 'nothing'
        })
        const observed = toShortJson({
          told: told.sort(),
          cancel: cancellations[index],
          status,
          moved,
          mails,
        })
        const wasShipped = toShortJson({
          told: [DONE, 'shipped'],
          cancel: index < CANCELLED ? 'refused' : undefined,
          status: 'shipped',
          moved: 1,
          mails: 1,
        })
        const wasCancelled = toShortJson({
          told: ['cancelled', 'cancelled'],
          cancel: DONE,
          status: 'cancelled',
          moved: 0,
          mails: 0,
        })
        checks.expect([wasShipped, wasCancelled].includes(observed), () => observed)
        if (status === 'shipped') shipped += 1
      }
      const expectedStock = 100 - rows.filter(({ status }) => status === 'shipped').length
      const stock = await readStock(db, product)
      checks.expect(stock === expectedStock, () => `${stock} in stock, where ${expectedStock} should be`)
    })
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return `each order is shipped once or cancelled once, and everybody was told so: ${shipped} shipped, ${customers.length * ORDERS - shipped} cancelled`
  },
}

export const bulkMutants: Mutant[] = [
  {
    guard: 'a bulk change locks all its orders in the same sequence first',
    step: 'bulk-against-cancel',
    file: 'features/orders/sql/lock_orders.sql',
    from: 'order by o.id for no key update;',
    to: 'order by o.id;',
  },
]
