import {
  findInconsistencies,
  insertProduct,
  readOrderStatus,
  readStock,
} from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { advanceOrderFrom, createOrderScenario, DONE, postAdminOrderStep, step } from './order-steps.ts'

const readRecords = async (db: DatabaseClient, order: string) =>
  (
    await db.query<{ cancelled: number; undone: number; mails: number }>(
      `select (select count(*)::int from order_history h where h.order_id = $1 and h.event = 'cancelled') as cancelled,
              (select count(*)::int from order_history h where h.order_id = $1 and h.event = 'undone') as undone,
              (select count(*)::int from outbox m where m.payload ->> 'order_id' = $1::text and m.kind <> 'order-confirmation') as mails`,
      [order],
    )
  )[0]!

/** A pending order is cancelled in any case, a shipped one only after the undo. */
const EXPECTED = {
  processing: [
    { undo: DONE, cancel: DONE, status: 'cancelled', stock: 10, cancelled: 1, undone: 1, mails: 0 },
    { undo: 'refused', cancel: DONE, status: 'cancelled', stock: 10, cancelled: 1, undone: 0, mails: 0 },
  ],
  shipped: [
    { undo: DONE, cancel: DONE, status: 'cancelled', stock: 10, cancelled: 1, undone: 1, mails: 0 },
    { undo: DONE, cancel: 'refused', status: 'processing', stock: 7, cancelled: 0, undone: 1, mails: 0 },
  ],
} as const

const undoAgainstCancel: ProofStep = {
  name: 'undo-against-cancel',
  scenario: 'an administrator undoes a step while the customer cancels the order',
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(300, 12))
    const counts = { cancelFirst: 0, undoFirst: 0 }
    const tryOne = async (
      customer: HttpClient,
      undoneStatus: keyof typeof EXPECTED,
      isUndoFirst: boolean,
    ) => {
      const product = await insertProduct(db, { name: 'Cancelled Honey', stock: 10 })
      const order = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
      await advanceOrderFrom(owner, order, 'pending')
      if (undoneStatus === 'shipped') await advanceOrderFrom(owner, order, 'processing')
      const undo = () =>
        postAdminOrderStep(owner.copy(), 'list', order, { intent: 'undo', expected_status: undoneStatus })
      const cancel = () => step(customer.copy(), '/profile/orders', { order_id: order, intent: 'cancel' })
      const [undone, cancelled] = isUndoFirst
        ? await Promise.all([undo(), cancel()])
        : await Promise.all([cancel(), undo()]).then(([second, first]) => [first, second] as const)
      const observed = toShortJson({
        undo: undone,
        cancel: cancelled,
        status: (await readOrderStatus(db, order)).status,
        stock: await readStock(db, product),
        ...(await readRecords(db, order)),
      })
      const [undoFirst, cancelFirst] = EXPECTED[undoneStatus].map((one) => toShortJson(one))
      counts[observed === undoFirst ? 'undoFirst' : 'cancelFirst'] += 1
      checks.expect(observed === undoFirst || observed === cancelFirst, () => observed)
    }
    await runConcurrently(5, customers, async (customer, index) => {
      await tryOne(customer, 'processing', index % 2 === 0)
      await tryOne(customer, 'shipped', index % 2 === 0)
    })
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return `both were told what happened: ${counts.undoFirst} undone first, ${counts.cancelFirst} cancelled first`
  },
}
export const undoAgainstCancelSteps = [undoAgainstCancel]

export const undoAgainstCancelMutants: Mutant[] = [
  {
    guard: 'an undo waits for the cancellation by the customer',
    step: 'undo-against-cancel',
    file: 'features/orders/sql/undo_order_move.sql',
    from: 'where o.id = p_order_id for no key update;',
    to: 'where o.id = p_order_id;',
  },
]
