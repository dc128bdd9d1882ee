import { randomUUID } from 'node:crypto'
import {
  cancelPermission,
  isOrderOpen,
  NEXT_STATUS,
  ORDER_STATUSES,
  type OrderStatus,
} from '#features/orders/order-status.ts'
import {
  insertProduct,
  readOrderStatus,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofDefinition, ProofStep } from '#prove/runner/proof.ts'
import { DONE, advanceOrderFrom, postAdminOrderStep, step, createOrderScenario } from './order-steps.ts'
import { bulkAgainstCancel, bulkMutants } from './bulk-against-cancel.ts'
import { cancelCustomerOrders, cancelCustomerOrdersMutants } from './cancel-customer-orders.ts'
import { editMutants, editSteps } from './edit-against-ship.ts'
import { rowsThatStay, rowsThatStayMutants } from './rows-that-stay.ts'
import { undoAgainstCancelMutants, undoAgainstCancelSteps } from './undo-against-cancel.ts'
import { undoMutants, undoSteps } from './undo-order-step.ts'

const STOCK = 1_000_000
const CONCURRENT_CANCELLATIONS = 20

const cancelAsCustomer = (client: HttpClient, order: string) =>
  step(client, '/profile/orders', { order_id: order, intent: 'cancel' })

const readOrderEvents = async (db: DatabaseClient, order: string, event: string) =>
  (
    await db.query<{ to_status: string }>(
      'select to_status from order_history where order_id = $1 and event = $2',
      [order, event],
    )
  ).map(({ to_status }) => to_status)

const cancelAgainstShip: ProofStep = {
  name: 'cancel-against-ship',
  scenario: 'a customer cancels while the owner ships the order',
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(1000, 12))
    let shipped = 0
    await runConcurrently(5, customers, async (customer, index) => {
      const product = await insertProduct(db, { name: 'Contested Honey', stock: 10 })
      const order = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
      await advanceOrderFrom(owner, order, 'pending')
      const ship = () => advanceOrderFrom(owner.copy(), order, 'processing')
      const [first, second] = await (index % 2 === 0
        ? Promise.all([cancelAsCustomer(customer, order), ship()])
        : Promise.all([ship(), cancelAsCustomer(customer, order)]).then(([b, a]) => [a, b]))
      const { status } = await readOrderStatus(db, order)
      const [stock, cancelled] = [await readStock(db, product), await readOrderEvents(db, order, 'cancelled')]
      const observed = toShortJson({
        cancel: first,
        ship: second,
        status,
        stock,
        cancelled: cancelled.length,
      })
      const wasShipped = toShortJson({
        cancel: 'refused',
        ship: DONE,
        status: 'shipped',
        stock: 7,
        cancelled: 0,
      })
      const wasCancelled = toShortJson({
        cancel: DONE,
        ship: 'refused',
        status: 'cancelled',
        stock: 10,
        cancelled: 1,
      })
      if (status === 'shipped') shipped += 1
      checks.expect([wasShipped, wasCancelled].includes(observed), () => observed)
    })
    return `one of them was told so, and that is what happened: ${shipped} shipped, ${customers.length - shipped} cancelled`
  },
}

const concurrentCancellations: ProofStep = {
  name: 'concurrent-cancellations',
  scenario: `${CONCURRENT_CANCELLATIONS} cancellations of one order at once, by its customer and by two administrators from both screens`,
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(500, 6))
    for (const customer of customers) {
      const product = await insertProduct(db, { name: 'Dropped Honey', stock: 10 })
      const order = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
      const fields = { intent: 'cancel', expected_status: 'pending', reason: 'Twice' }
      const answers = await Promise.all(
        Array.from({ length: CONCURRENT_CANCELLATIONS }, (_, number) => {
          if (number % 2 === 0) return cancelAsCustomer(customer.copy(), order)
          return postAdminOrderStep(owner.copy(), number % 4 === 1 ? 'list' : 'detail', order, fields)
        }),
      )
      const others = answers.filter((answer) => answer !== DONE)
      const found = {
        others,
        stock: await readStock(db, product),
        cancelled: (await readOrderEvents(db, order, 'cancelled')).length,
      }
      const [{ back: returnedUnits }] = (await db.query<{ back: number }>(
        `select count(*)::int as back from inventory_adjustments where order_id = $1 and action_type = 'order_cancelled'`,
        [order],
      )) as [{ back: number }]
      checks.expect(
        toShortJson({ ...found, returnedUnits }) ===
          toShortJson({ others: [], stock: 10, cancelled: 1, returnedUnits: 1 }),
        () => toShortJson({ ...found, returnedUnits }),
      )
    }
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return 'cancelled once, given back once, and everybody is told that it is cancelled'
  },
}

const ROLES = ['visitor', 'customer', 'administrator'] as const
const SCREENS = ['list', 'detail'] as const

const isTransitionAllowed = (screen: 'list' | 'detail', from: OrderStatus, to: OrderStatus) =>
  to === 'cancelled' ? cancelPermission(screen, from) === 'yes' : NEXT_STATUS[from] === to

function transitionForm(from: OrderStatus, to: OrderStatus): FormFields {
  const forged = { to_status: to, status: to, to, new_status: to }
  if (to === 'cancelled') return { intent: 'cancel', expected_status: from, reason: 'Tried', ...forged }
  const previous = ORDER_STATUSES.find((status) => NEXT_STATUS[status] === to)
  // No transition leads to pending, but the form needs some status.
  return { intent: 'move', expected_status: previous ?? 'cancelled', ...forged }
}

const allTransitions: ProofStep = {
  name: 'all-transitions',
  scenario: `all ${ORDER_STATUSES.length ** 2} pairs of statuses x visitor, customer, administrator x the list and the page of an order; cancelling as a customer; and a form that saw another status`,
  async runProof(proofContext, checks) {
    const { url, db, owner, customers } = await createOrderScenario(proofContext, 1)
    const [customer] = customers as [HttpClient]
    const product = await insertProduct(db, { name: 'Paired Honey', stock: STOCK })
    const actors = { visitor: new HttpClient(url), customer, administrator: owner }
    const ordersByStatus = new Map<OrderStatus, string>()
    const orderAt = async (status: OrderStatus) => {
      const order = ordersByStatus.get(status)
      if (order && (await readOrderStatus(db, order)).status === status) return order
      const created = await createOrderWithStatus(status, { customer, owner, product })
      ordersByStatus.set(status, created)
      return created
    }
    const attempt = async (
      what: string,
      from: OrderStatus,
      expected: OrderStatus,
      act: (order: string) => Promise<string>,
      isExpected: (answer: string) => boolean,
    ) => {
      const order = await orderAt(from)
      const before = await readStock(db, product)
      const answer = await act(order)
      const { status } = await readOrderStatus(db, order)
      const returnedUnits = (await readStock(db, product)) - before
      const isBack = returnedUnits === (status === 'cancelled' && isOrderOpen(from) ? 1 : 0)
      checks.expect(
        status === expected && isExpected(answer) && isBack,
        () => `${what}: ${from} is ${status} now, ${returnedUnits} back, answered ${answer}`,
      )
    }
    for (const role of ROLES)
      for (const screen of SCREENS)
        for (const from of ORDER_STATUSES)
          for (const to of ORDER_STATUSES) {
            const isAdmin = role === 'administrator'
            const isAllowed = isAdmin && isTransitionAllowed(screen, from, to)
            const isExpected = (answer: string) => {
              if (!isAdmin) return answer === 'redirected'
              return isAllowed || (from === to && to === 'cancelled') ? answer === DONE : answer === 'refused'
            }
            await attempt(
              `${role} on the ${screen}, to ${to}`,
              from,
              isAllowed ? to : from,
              (order) => postAdminOrderStep(actors[role].copy(), screen, order, transitionForm(from, to)),
              isExpected,
            )
          }
    for (const screen of SCREENS)
      for (const from of ORDER_STATUSES)
        for (const observed of ORDER_STATUSES) {
          if (observed === from) continue
          const fields = { intent: 'cancel', expected_status: observed, reason: 'Tried' }
          await attempt(
            `cancelling on the ${screen} what was ${observed}`,
            from,
            from,
            (order) => postAdminOrderStep(owner, screen, order, fields),
            (answer) => answer === (from === 'cancelled' ? DONE : 'refused'),
          )
        }
    for (const path of ['/profile/orders', '/profile/orders/:id'])
      for (const from of ORDER_STATUSES) {
        const isAllowed = cancelPermission('customer', from) === 'yes'
        const fields = {
          intent: 'cancel',
          screen: 'detail',
          actor_kind: 'admin',
          from_detail_page: 'true',
          status: 'delivered',
          role: 'admin',
        }
        const act = (order: string) =>
          step(customer, path.replace(':id', order), { ...fields, order_id: order })
        await attempt(
          `the customer at ${path}`,
          from,
          isAllowed ? 'cancelled' : from,
          act,
          (answer) => answer === (isAllowed || from === 'cancelled' ? DONE : 'refused'),
        )
      }
    const unknown = await postAdminOrderStep(owner, 'list', randomUUID(), {
      intent: 'move',
      expected_status: 'pending',
    })
    checks.expect(unknown === 'refused', () => `an order that never was: ${unknown}`)
    return 'only the transitions of order_statuses.sql, and only by administrators'
  },
}

type OrderActors = { customer: HttpClient; owner: HttpClient; product: TestProduct }
async function createOrderWithStatus(
  status: OrderStatus,
  { customer, owner, product }: OrderActors,
): Promise<string> {
  const order = await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
  if (status === 'cancelled') await cancelAsCustomer(customer, order)
  else
    for (let index: OrderStatus = 'pending'; index !== status; index = NEXT_STATUS[index]!)
      await advanceOrderFrom(owner, order, index)
  return order
}

const STATUSES = 'features/orders/sql/order_statuses.sql'
const CANCEL = 'features/orders/sql/cancel_order.sql'

export const orderConcurrency: ProofDefinition = {
  name: 'order-concurrency',
  title: 'Concurrent changes of one order',
  about:
    'Of two concurrent changes one succeeds, and both responses say so; the status of an order changes only as ' +
    'features/orders/sql/order_statuses.sql allows, and only for actors with the permission.',
  steps: [
    cancelAgainstShip,
    concurrentCancellations,
    allTransitions,
    ...undoSteps,
    ...undoAgainstCancelSteps,
    bulkAgainstCancel,
    cancelCustomerOrders,
    ...editSteps,
    rowsThatStay,
  ],
  mutants: [
    ...undoMutants,
    ...undoAgainstCancelMutants,
    ...bulkMutants,
    ...cancelCustomerOrdersMutants,
    ...editMutants,
    ...rowsThatStayMutants,
    {
      guard: 'a status change waits for the lock of the order',
      step: 'cancel-against-ship',
      file: 'features/orders/sql/move_order.sql',
      from: 'where o.id = p_order_id for no key update;',
      to: 'where o.id = p_order_id;',
    },
    {
      guard: 'a cancellation waits for the lock of the order',
      step: 'concurrent-cancellations',
      file: CANCEL,
      from: '(v_is_customer and o.user_id = v_user_id))\n     for no key update;',
      to: '(v_is_customer and o.user_id = v_user_id));',
    },
    {
      guard: 'a cancelled order cannot be cancelled again',
      step: 'concurrent-cancellations',
      file: CANCEL,
      from: `if v_status = 'cancelled' then`,
      to: 'if false then',
    },
    {
      guard: 'a customer cannot cancel a shipped order',
      step: 'all-transitions',
      file: STATUSES,
      from: `true,  'shipped-phone-us',`,
      to: `true,  null,`,
    },
    {
      guard: 'a delivered order is cancelled only from its own page',
      step: 'all-transitions',
      file: STATUSES,
      from: `'delivered', null)`,
      to: `null, null)`,
    },
    {
      guard: 'a customer cannot cancel a delivered order',
      step: 'all-transitions',
      file: CANCEL,
      from: 'when not v_is_admin then s.customer_refusal',
      to: 'when false then s.customer_refusal',
    },
    {
      guard: 'a cancellation compares the status that the customer saw',
      step: 'all-transitions',
      file: CANCEL,
      from: 'if v_status <> p_expected_status then',
      to: 'if false then',
    },
    {
      guard: 'cancelling a delivered order does not restock it',
      step: 'all-transitions',
      file: CANCEL,
      from: 'if v_is_open then',
      to: 'if true then',
    },
  ],
}
