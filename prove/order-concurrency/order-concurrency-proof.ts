import { randomUUID } from 'node:crypto'
import { NEXT_STATUS } from '#shop/orders/order.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/constants.ts'
import { aProduct, statusOf, stockOf, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { place } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import type { Part, Step } from '#prove/runner/proof.ts'
import { DONE, moveFrom, officeStep, step, worldOf } from './order-steps.ts'
import { undoMutants, undoSteps } from './undo-order-step.ts'

const STOCK = 1_000_000
const AT_ONCE = 20

const ownCancel = (who: Visitor, order: string) => step(who, '/profile/orders', { order_id: order, intent: 'cancel' })

const eventsOf = async (look: Look, order: string, event: string) =>
  (await look.query<{ to_status: string }>('select to_status from order_history where order_id = $1 and event = $2', [order, event])).map(({ to_status }) => to_status)

const cancelAgainstShip: Step = {
  name: 'cancel-against-ship',
  asks: 'a customer cancels in the moment in which the owner ships',
  async prove(stage, tries) {
    const { look, owner, customers } = await worldOf(stage, stage.times(1000, 12))
    let shipped = 0
    await atOnce(5, customers, async (customer, at) => {
      const product = await aProduct(look, { name: 'Contested Honey', stock: 10 })
      const order = await place(customer, [{ product, quantity: 3 }])
      await moveFrom(owner, order, 'pending')
      const ship = () => moveFrom(owner.copy(), order, 'processing')
      const [first, second] = await (at % 2 === 0 ? Promise.all([ownCancel(customer, order), ship()]) : Promise.all([ship(), ownCancel(customer, order)]).then(([b, a]) => [a, b]))
      const { status } = await statusOf(look, order)
      const [stock, cancelled] = [await stockOf(look, product), await eventsOf(look, order, 'cancelled')]
      const seen = short({ cancel: first, ship: second, status, stock, cancelled: cancelled.length })
      const wasShipped = short({ cancel: 'refused', ship: DONE, status: 'shipped', stock: 7, cancelled: 0 })
      const wasCancelled = short({ cancel: DONE, ship: 'refused', status: 'cancelled', stock: 10, cancelled: 1 })
      if (status === 'shipped') shipped += 1
      tries.expect([wasShipped, wasCancelled].includes(seen), () => seen)
    })
    return `one of them was told so, and that is what happened: ${shipped} shipped, ${customers.length - shipped} cancelled`
  },
}

const cancelsAtOnce: Step = {
  name: 'cancels-at-once',
  asks: `${AT_ONCE} cancellations of one order at once, by its customer and by two administrators from both screens`,
  async prove(stage, tries) {
    const { look, owner, customers } = await worldOf(stage, stage.times(500, 6))
    for (const customer of customers) {
      const product = await aProduct(look, { name: 'Dropped Honey', stock: 10 })
      const order = await place(customer, [{ product, quantity: 3 }])
      const fields = { intent: 'cancel', expected_status: 'pending', reason: 'Twice' }
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => {
        if (number % 2 === 0) return ownCancel(customer.copy(), order)
        return officeStep(owner.copy(), number % 4 === 1 ? 'list' : 'detail', order, fields)
      }))
      const others = answers.filter((answer) => answer !== DONE)
      const found = { others, stock: await stockOf(look, product), cancelled: (await eventsOf(look, order, 'cancelled')).length }
      const [{ back }] = (await look.query<{ back: number }>(`select count(*)::int as back from inventory_adjustments where order_id = $1 and action_type = 'order_cancelled'`, [order])) as [{ back: number }]
      tries.expect(short({ ...found, back }) === short({ others: [], stock: 10, cancelled: 1, back: 1 }), () => short({ ...found, back }))
    }
    const wrong = await whatDoesNotAddUp(look)
    if (wrong.length > 0) tries.wrong.push(short(wrong))
    return 'cancelled once, given back once, and everybody is told that it is cancelled'
  },
}

const BEFORE: Partial<Record<OrderStatus, OrderStatus>> = { processing: 'pending', shipped: 'processing', delivered: 'shipped' }
const ROLES = ['visitor', 'customer', 'administrator'] as const
const SCREENS = ['list', 'detail'] as const

/** §4: what an administrator may bring an order to, from where it stands. */
const mayBring = (screen: 'list' | 'detail', from: OrderStatus, to: OrderStatus) =>
  to === 'cancelled' ? from !== 'cancelled' && (from !== 'delivered' || screen === 'detail') : NEXT_STATUS[from] === to

/** The form that asks for it, with everything beside it that a hand could add. */
function asking(from: OrderStatus, to: OrderStatus): Fields {
  const forged = { to_status: to, status: to, to, new_status: to }
  if (to === 'cancelled') return { intent: 'cancel', expected_status: from, reason: 'Tried', ...forged }
  // Nothing leads to pending; the form has to name some status all the same.
  return { intent: 'move', expected_status: BEFORE[to] ?? 'cancelled', ...forged }
}

const everyPair: Step = {
  name: 'every-pair',
  asks: 'all 25 pairs of statuses x visitor, customer, administrator x the list and the page of an order; cancelling as a customer; and a form that saw another status',
  async prove(stage, tries) {
    const { url, look, owner, customers } = await worldOf(stage, 1)
    const [customer] = customers as [Visitor]
    const product = await aProduct(look, { name: 'Paired Honey', stock: STOCK })
    const actors = { visitor: new Visitor(url), customer, administrator: owner }
    const kept = new Map<OrderStatus, string>()
    const orderAt = async (status: OrderStatus) => {
      const order = kept.get(status)
      if (order && (await statusOf(look, order)).status === status) return order
      const fresh = await anOrderAt(status, { customer, owner, product })
      kept.set(status, fresh)
      return fresh
    }
    const attempt = async (what: string, from: OrderStatus, expected: OrderStatus, ask: (order: string) => Promise<string>, isTold: (answer: string) => boolean) => {
      const order = await orderAt(from)
      const before = await stockOf(look, product)
      const answer = await ask(order)
      const { status } = await statusOf(look, order)
      const back = (await stockOf(look, product)) - before
      const isBack = back === (status === 'cancelled' && from !== 'cancelled' && from !== 'delivered' ? 1 : 0)
      tries.expect(status === expected && isTold(answer) && isBack, () => `${what}: ${from} is ${status} now, ${back} back, answered ${answer}`)
    }
    // Who is sent away from either screen is sent away by the same line; the tests contain one of the two.
    const roles = stage.scale < 0.01 ? ROLES.slice(1) : ROLES
    for (const role of roles) for (const screen of SCREENS) for (const from of ORDER_STATUSES) for (const to of ORDER_STATUSES) {
      const isAdmin = role === 'administrator'
      const isAllowed = isAdmin && mayBring(screen, from, to)
      const isTold = (answer: string) => {
        if (!isAdmin) return answer === 'sent away'
        return isAllowed || (from === to && to === 'cancelled') ? answer === DONE : answer === 'refused'
      }
      await attempt(`${role} on the ${screen}, to ${to}`, from, isAllowed ? to : from, (order) => officeStep(actors[role].copy(), screen, order, asking(from, to)), isTold)
    }
    for (const screen of SCREENS) for (const from of ORDER_STATUSES) for (const seen of ORDER_STATUSES) {
      if (seen === from) continue
      const fields = { intent: 'cancel', expected_status: seen, reason: 'Tried' }
      await attempt(`cancelling on the ${screen} what was ${seen}`, from, from, (order) => officeStep(owner, screen, order, fields), (answer) => answer === (from === 'cancelled' ? DONE : 'refused'))
    }
    for (const path of ['/profile/orders', '/profile/orders/:id']) for (const from of ORDER_STATUSES) {
      const mayCancel = from === 'pending' || from === 'processing'
      const fields = { intent: 'cancel', screen: 'detail', actor_kind: 'admin', from_detail_page: 'true', status: 'delivered', role: 'admin' }
      const ask = (order: string) => step(customer, path.replace(':id', order), { ...fields, order_id: order })
      await attempt(`the customer at ${path}`, from, mayCancel ? 'cancelled' : from, ask, (answer) => answer === (mayCancel || from === 'cancelled' ? DONE : 'refused'))
    }
    const unknown = await officeStep(owner, 'list', randomUUID(), { intent: 'move', expected_status: 'pending' })
    tries.expect(unknown === 'refused', () => `an order that never was: ${unknown}`)
    return 'only what section 4 allows, and by nobody else'
  },
}

type Arranged = { customer: Visitor; owner: Visitor; product: Good }
async function anOrderAt(status: OrderStatus, { customer, owner, product }: Arranged): Promise<string> {
  const order = await place(customer, [{ product, quantity: 1 }])
  if (status === 'cancelled') await ownCancel(customer, order)
  else for (let at: OrderStatus = 'pending'; at !== status; at = NEXT_STATUS[at]!) await moveFrom(owner, order, at)
  return order
}

const CANCEL = 'db/procedures/orders/cancel_order.sql'

export const people: Part = {
  name: 'people',
  title: 'People who act at once',
  about: 'Of two who meet one wins and both are told the truth; an order moves only as section 4 says, and for those alone who may move it.',
  steps: [cancelAgainstShip, cancelsAtOnce, everyPair, ...undoSteps],
  mutants: [
    ...undoMutants,
    {
      guard: 'a step forward waits for whoever is changing the order', step: 'cancel-against-ship', file: 'db/procedures/orders/move_order.sql',
      from: 'where o.id = p_order_id for no key update;', to: 'where o.id = p_order_id;',
    },
    {
      guard: 'a cancellation waits for whoever is changing the order', step: 'cancels-at-once', file: CANCEL,
      from: '(v_is_customer and o.user_id = v_user_id))\n     for no key update;', to: '(v_is_customer and o.user_id = v_user_id));',
    },
    { guard: 'what is cancelled stays as it is', step: 'cancels-at-once', file: CANCEL, from: `if v_status = 'cancelled' then`, to: 'if false then' },
    {
      guard: 'a customer cannot cancel what was shipped', step: 'every-pair', file: CANCEL,
      from: `when v_status = 'shipped' and not v_is_admin then 'shipped-phone-us'`, to: `when false then 'shipped-phone-us'`,
    },
    {
      guard: 'only an order’s own page cancels what was delivered', step: 'every-pair', file: CANCEL,
      from: `when v_status = 'delivered' and not (v_is_admin and coalesce(p_from_detail_page, false)) then 'delivered'`, to: `when v_status = 'delivered' and not v_is_admin then 'delivered'`,
    },
    {
      guard: 'a customer cannot cancel what was delivered', step: 'every-pair', file: CANCEL,
      from: 'not (v_is_admin and coalesce(p_from_detail_page, false))', to: 'v_is_admin and not coalesce(p_from_detail_page, false)',
    },
    {
      guard: 'a cancellation names the status that its owner saw', step: 'every-pair', file: CANCEL,
      from: 'if v_status <> p_expected_status then', to: 'if false then',
    },
    {
      guard: 'goods that were delivered do not come back by themselves', step: 'every-pair', file: CANCEL,
      from: `if v_status <> 'delivered' then`, to: 'if true then',
    },
  ],
}
