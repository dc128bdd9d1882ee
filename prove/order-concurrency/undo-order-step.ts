import type { OrderStatus } from '#features/orders/order-status.ts'
import {
  insertProduct,
  readOrderStatus,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { DONE, advanceOrderFrom, postAdminOrderStep, createOrderScenario } from './order-steps.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const undo = (client: HttpClient, order: string, expected_status: OrderStatus) =>
  postAdminOrderStep(client, 'list', order, { intent: 'undo', expected_status })
const readOrderMails = async (db: DatabaseClient, order: string) =>
  (
    await db.query<{ kind: string }>(
      `select kind from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`,
      [order],
    )
  ).map(({ kind }) => kind)

async function backdateOrderHistory(db: DatabaseClient, order: string) {
  await db.query(`do $$ begin
    alter table order_history disable trigger all;
    update order_history set at = at - interval '11 seconds' where order_id = '${order}';
    alter table order_history enable trigger all; end $$`)
}

const undoAgainstMove: ProofStep = {
  name: 'undo-against-move',
  scenario:
    'one administrator undoes a step while another takes the next; and ten undo one step concurrently',
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(300, 12))
    let undone = 0
    await runConcurrently(5, customers, async (customer, index) => {
      const product = await insertProduct(db, { name: 'Returned Honey', stock: 10 })
      const order = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
      await advanceOrderFrom(owner, order, 'pending')
      const [back, on] = [
        () => undo(owner.copy(), order, 'processing'),
        () => advanceOrderFrom(owner.copy(), order, 'processing'),
      ]
      const [first, second] =
        index % 2 === 0 ? await Promise.all([back(), on()]) : (await Promise.all([on(), back()])).toReversed()
      const { status } = await readOrderStatus(db, order)
      const observed = toShortJson({
        undo: first,
        move: second,
        status,
        stock: await readStock(db, product),
        mails: await readOrderMails(db, order),
      })
      const wasUndone = toShortJson({ undo: DONE, move: 'refused', status: 'pending', stock: 7, mails: [] })
      const wasMoved = toShortJson({
        undo: 'refused',
        move: DONE,
        status: 'shipped',
        stock: 7,
        mails: ['order-shipped'],
      })
      if (status === 'pending') undone += 1
      checks.expect([wasUndone, wasMoved].includes(observed), () => observed)
      if (status === 'pending')
        await advanceOrderFrom(owner, order, 'pending').then(() =>
          advanceOrderFrom(owner, order, 'processing'),
        )
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => undo(owner.copy(), order, 'shipped')),
      )
      const once = {
        done: answers.filter((answer) => answer === DONE).length,
        refused: answers.filter((answer) => answer === 'refused').length,
        status: (await readOrderStatus(db, order)).status,
        mails: await readOrderMails(db, order),
      }
      checks.expect(
        toShortJson(once) === toShortJson({ done: 1, refused: 9, status: 'processing', mails: [] }),
        () => toShortJson(once),
      )
    })
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return `one of them was told so, and no mail of a step that was undone is left: ${undone} undone, ${customers.length - undone} moved on`
  },
}

const undoInTime: ProofStep = {
  name: 'undo-in-time',
  scenario:
    'undo of a step older than ten seconds, of one whose email is being sent, of one already undone; and a backward update in the database',
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(60, 4))
    for (const customer of customers) {
      const product = await insertProduct(db, { name: 'Timely Honey', stock: 10 })
      const orderAtShipped = async () => {
        const order = await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
        await advanceOrderFrom(owner, order, 'pending')
        await advanceOrderFrom(owner, order, 'processing')
        return order
      }
      const [late, taken, again] = [await orderAtShipped(), await orderAtShipped(), await orderAtShipped()]
      await backdateOrderHistory(db, late)
      await db.query('update outbox set leased_until = now() where dedupe_key = $1', [
        `order-shipped:${taken}`,
      ])
      const answers = [
        await undo(owner, late, 'shipped'),
        await undo(owner, taken, 'shipped'),
        await undo(owner, again, 'shipped'),
        await undo(owner, again, 'processing'),
      ]
      checks.expect(toShortJson(answers) === toShortJson(['refused', 'refused', DONE, 'refused']), () =>
        toShortJson(answers),
      )
      const directUpdate = await db
        .query(`update orders set status = 'processing' where id = $1 returning id`, [late])
        .then(
          () => 'moved back',
          () => 'refused',
        )
      checks.expect(directUpdate === 'refused', () => `a hand in the database: ${directUpdate}`)
      const found = await Promise.all(
        [late, taken, again].map(async (order) => (await readOrderStatus(db, order)).status),
      )
      checks.expect(
        toShortJson(found) ===
          toShortJson(directUpdate === 'refused' ? ['shipped', 'shipped', 'processing'] : found),
        () => toShortJson(found),
      )
    }
    return 'a step back is taken only by undoing the last one, and only in its time'
  },
}

export const undoSteps = [undoAgainstMove, undoInTime]

const UNDO = 'features/orders/sql/undo_order_move.sql'
export const undoMutants: Mutant[] = [
  {
    guard: 'an undo waits for the lock of the order',
    step: 'undo-against-move',
    file: UNDO,
    from: 'where o.id = p_order_id for no key update;',
    to: 'where o.id = p_order_id;',
  },
  {
    guard: 'an undo deletes the email of the step',
    step: 'undo-against-move',
    file: UNDO,
    from: 'delete from public.outbox m where m.id = v_mail.id;',
    to: '',
  },
  {
    guard: 'an undo is refused after ten seconds',
    step: 'undo-in-time',
    file: UNDO,
    from: 'if clock_timestamp() > v_last_move.at + public.order_undo_window() then',
    to: 'if false then',
  },
  {
    guard: 'an undo is refused while the email is being sent',
    step: 'undo-in-time',
    file: UNDO,
    from: 'if v_mail.sent_at is not null or v_mail.leased_until is not null then',
    to: 'if false then',
  },
  {
    guard: 'the database refuses every other backward status change',
    step: 'undo-in-time',
    file: 'features/orders/triggers/order_status.sql',
    from: 'new.version := old.version + 1;\n',
    to: 'new.version := old.version + 1;\n  return new;\n',
  },
]
