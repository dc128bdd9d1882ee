import type { OrderStatus } from '#shop/constants.ts'
import { aProduct, statusOf, stockOf, whatDoesNotAddUp } from '#tests/fixtures/databases/test-records.ts'
import { place } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import type { Visitor } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import { DONE, moveFrom, officeStep, worldOf } from './order-steps.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { Step } from '#prove/runner/proof.ts'

const undo = (who: Visitor, order: string, expected_status: OrderStatus) => officeStep(who, 'list', order, { intent: 'undo', expected_status })
const mailsOf = async (look: Look, order: string) =>
  (await look.query<{ kind: string }>(`select kind from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`, [order])).map(({ kind }) => kind)

/** As if the steps of an order had been taken so long ago; its mails with them. */
async function age(look: Look, order: string) {
  await look.query(`do $$ begin
    alter table order_history disable trigger all;
    update order_history set at = at - interval '11 seconds' where order_id = '${order}';
    alter table order_history enable trigger all; end $$`)
}

const undoAgainstMove: Step = {
  name: 'undo-against-move',
  asks: 'one administrator undoes a step in the moment in which another takes the next; and ten undo one step at once',
  async prove(stage, tries) {
    const { look, owner, customers } = await worldOf(stage, stage.times(300, 12))
    let undone = 0
    await atOnce(5, customers, async (customer, at) => {
      const product = await aProduct(look, { name: 'Returned Honey', stock: 10 })
      const order = await place(customer, [{ product, quantity: 3 }])
      await moveFrom(owner, order, 'pending')
      const [back, on] = [() => undo(owner.copy(), order, 'processing'), () => moveFrom(owner.copy(), order, 'processing')]
      const [first, second] = at % 2 === 0 ? await Promise.all([back(), on()]) : (await Promise.all([on(), back()])).toReversed()
      const { status } = await statusOf(look, order)
      const seen = short({ undo: first, move: second, status, stock: await stockOf(look, product), mails: await mailsOf(look, order) })
      const wasUndone = short({ undo: DONE, move: 'refused', status: 'pending', stock: 7, mails: [] })
      const wasMoved = short({ undo: 'refused', move: DONE, status: 'shipped', stock: 7, mails: ['order-shipped'] })
      if (status === 'pending') undone += 1
      tries.expect([wasUndone, wasMoved].includes(seen), () => seen)
      if (status === 'pending') await moveFrom(owner, order, 'pending').then(() => moveFrom(owner, order, 'processing'))
      const answers = await Promise.all(Array.from({ length: 10 }, () => undo(owner.copy(), order, 'shipped')))
      const once = { done: answers.filter((answer) => answer === DONE).length, refused: answers.filter((answer) => answer === 'refused').length, status: (await statusOf(look, order)).status, mails: await mailsOf(look, order) }
      tries.expect(short(once) === short({ done: 1, refused: 9, status: 'processing', mails: [] }), () => short(once))
    })
    const wrong = await whatDoesNotAddUp(look)
    if (wrong.length > 0) tries.wrong.push(short(wrong))
    return `one of them was told so, and no mail of a step that was undone is left: ${undone} undone, ${customers.length - undone} moved on`
  },
}

const undoInTime: Step = {
  name: 'undo-in-time',
  asks: 'a step that is older than ten seconds, one whose mail was taken, one that was undone before; and a step back by hand in the database',
  async prove(stage, tries) {
    const { look, owner, customers } = await worldOf(stage, stage.times(60, 4))
    for (const customer of customers) {
      const product = await aProduct(look, { name: 'Timely Honey', stock: 10 })
      const orderAtShipped = async () => {
        const order = await place(customer, [{ product, quantity: 1 }])
        await moveFrom(owner, order, 'pending')
        await moveFrom(owner, order, 'processing')
        return order
      }
      const [late, taken, again] = [await orderAtShipped(), await orderAtShipped(), await orderAtShipped()]
      await age(look, late)
      await look.query('update outbox set leased_until = now() where dedupe_key = $1', [`order-shipped:${taken}`])
      const answers = [await undo(owner, late, 'shipped'), await undo(owner, taken, 'shipped'), await undo(owner, again, 'shipped'), await undo(owner, again, 'processing')]
      tries.expect(short(answers) === short(['refused', 'refused', DONE, 'refused']), () => short(answers))
      const by = await look.query(`update orders set status = 'processing' where id = $1 returning id`, [late]).then(() => 'moved back', () => 'refused')
      tries.expect(by === 'refused', () => `a hand in the database: ${by}`)
      const found = await Promise.all([late, taken, again].map(async (order) => (await statusOf(look, order)).status))
      tries.expect(short(found) === short(by === 'refused' ? ['shipped', 'shipped', 'processing'] : found), () => short(found))
    }
    return 'a step back is taken only by undoing the last one, and only in its time'
  },
}

export const undoSteps = [undoAgainstMove, undoInTime]

const UNDO = 'db/procedures/orders/undo_order_move.sql'
export const undoMutants: Mutant[] = [
  {
    guard: 'an undo waits for whoever is changing the order', step: 'undo-against-move', file: UNDO,
    from: 'where o.id = p_order_id for no key update;', to: 'where o.id = p_order_id;',
  },
  { guard: 'the mail of an undone step goes with it', step: 'undo-against-move', file: UNDO, from: 'delete from public.outbox m where m.id = v_mail.id;', to: '' },
  {
    guard: 'a step can be undone for ten seconds', step: 'undo-in-time', file: UNDO,
    from: 'if clock_timestamp() > v_step.at + public.order_undo_window() then', to: 'if false then',
  },
  {
    guard: 'a mail that is under way keeps its step', step: 'undo-in-time', file: UNDO,
    from: 'if v_mail.sent_at is not null or v_mail.leased_until is not null then', to: 'if false then',
  },
  {
    guard: 'the database refuses every other step back', step: 'undo-in-time', file: 'db/migrations/0020-undone-steps-and-order-words.sql',
    from: 'as $$\ndeclare\n  v_undone record;\n  v_step record;\nbegin\n', to: 'as $$\ndeclare\n  v_undone record;\n  v_step record;\nbegin\n  return new;\n',
  },
]
