import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type OrderDetail } from '#features/orders/order.ts'
import { NEXT_STATUS } from '#features/orders/order-status.ts'
import { wasDelivered } from '#features/orders/refunds/refund.ts'
import { quantityField, removedField } from '#features/orders/admin/order/order-draft.ts'
import {
  insertProduct,
  findInconsistencies,
  type RequestedLine,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type FormFields, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import {
  randomInteger,
  createSeededRandom,
  SEED,
  pickRandom,
  type Random,
} from '#prove/runner/seeded-random.ts'
import type { ProofStep, CheckCounter } from '#prove/runner/proof.ts'
import { actOnBatches, correctFirstBatch, receiveFirstBatches } from './batch-histories.ts'
import {
  compareSums,
  findBatchOperationDifferences,
  readBatchRecords,
  recordBatchStates,
} from './batch-records.ts'
import { findBatchDifferences } from './batch-model.ts'
import { adjustStock, exceedFirstStock } from './stock-adjustments.ts'
import {
  changeCharges,
  readDeliveryVersion,
  saveCharges,
  saveFirstCharges,
  seeDelivery,
} from './delivery-histories.ts'
import { everything, goodwill, oneItemAndDelivery, recordPayment, refund } from './refund-histories.ts'
import {
  checkExpectedCounts,
  findStockTakeDifferences,
  readStockTakes,
  takeStock,
} from './stock-take-histories.ts'
import { findDifferences, type RecordedState, type Operation } from './stock-model.ts'

const CLIENTS = 50
const OWNERS = 15
const PRODUCTS = 8
const SECONDS = 600
const FIRST_ORDERS = 5
const BATCH_TURNS = 0.25
const MAX_LINE_QUANTITY = 999
const SAMPLE_INTERVAL_MS = 50

type KnownOrder = { id: string; customer: HttpClient }
type ActionResult = { kind?: 'done' | 'refused' | 'failed'; message?: string } | undefined

export const histories: ProofStep = {
  name: 'random-histories',
  scenario: `random histories: ${CLIENTS} clients place, cancel, edit, move, refund and adjust, receive, count, correct, recall and exchange batches at once, while they expire and the owner changes the delivery charges, for ${SECONDS / 60} minutes, against a sequential model`,
  async runProof(proofContext, checks) {
    const { url, dataDir } = await proofContext.shop()
    const database = await proofContext.db()
    // One generator per client, so that the order of responses does not affect the choices.
    let clientCount = 0
    const createOwnRandom = () => createSeededRandom(SEED + clientCount++)
    const products: TestProduct[] = []
    const prices = createOwnRandom()
    for (let number = 0; number < PRODUCTS; number += 1) {
      products.push(
        await insertProduct(database, {
          name: `Contested ${number}`,
          price: randomInteger(50, 2000, prices) / 100,
          stock: 2,
        }),
      )
    }
    const customers = await createSignedInCustomers({ url, dataDir }, CLIENTS - OWNERS)
    const owner = await signInAsAdmin(url)
    const versions = { version: await readDeliveryVersion(owner), saved: 0 }
    const done: Operation[] = []
    const known: KnownOrder[] = []
    await recordBatchStates(database)
    await checkExpectedCounts(database)
    const state = { products, known, done, checks, recalls: [] }
    await receiveFirstBatches(owner, database, state, createOwnRandom())
    await exceedFirstStock(owner, database, state)
    const firstOrders = createOwnRandom()
    await correctFirstBatch(owner, state, firstOrders)
    await saveFirstCharges(owner, versions, products[0]!.price)
    await editFirstOrders(customers[0]!, owner, state, firstOrders)
    // The first orders have a delivery charge, so that refunds include it in the shortest run too.
    await saveFirstCharges(owner, versions)
    for (const customer of customers.slice(0, FIRST_ORDERS))
      await actAsCustomer(customer, state, firstOrders, 1)
    await takeStock(owner, state, firstOrders, products)
    const until = Date.now() + Math.max(3, SECONDS * proofContext.scale) * 1000
    const runUntilDeadline = async (turn: () => Promise<void>) => {
      while (Date.now() < until) await turn()
    }
    const lifecycles = customers
      .slice(0, 5)
      .map((customer) => runOrderLifecycle(customer, owner.copy(), state, createOwnRandom()))
    const allClients = [
      ...lifecycles,
      ...customers.map((customer) => {
        const random = createOwnRandom()
        return runUntilDeadline(() => actAsCustomer(customer, state, random))
      }),
      ...Array.from({ length: OWNERS }, () => owner.copy()).map((client) => {
        const [seenOrders, random] = [new Map<string, OrderDetail>(), createOwnRandom()]
        return runUntilDeadline(() =>
          random() < BATCH_TURNS
            ? actOnBatches(client, database, state, random)
            : actAsOwner(client, state, seenOrders, random),
        )
      }),
    ]
    const settings = createOwnRandom()
    const charges = owner.copy()
    allClients.push(runUntilDeadline(() => changeCharges(charges, versions, checks, settings)))
    allClients.push(
      runUntilDeadline(async () => {
        await compareSums(database, products, checks)
        await pause(SAMPLE_INTERVAL_MS)
      }),
    )
    await Promise.all(allClients)
    await saveCharges(charges, versions, { cut_off_hour: '14', standard_rate: '3.99' })
    const records = await readOrdersAndStock(database, products)
    const wrong = findDifferences(done, records, new Map(products.map(({ id, price }) => [id, price])))
    const sums = await findInconsistencies(database)
    if (sums.length > 0) wrong.push(toShortJson(sums))
    const batches = await readBatchRecords(database, products)
    wrong.push(
      ...findBatchDifferences(batches),
      ...findBatchOperationDifferences(done, batches),
      ...findStockTakeDifferences(done, await readStockTakes(database, records.ledger)),
    )
    checks.add(records.history.length + records.ledger.length + batches.movements.length, wrong)
    const withCharge = records.orders.filter(({ delivery_charge }) => delivery_charge > 0).length
    const count = (event: Operation['event']) => done.filter((one) => one.event === event).length
    return `seed ${SEED}; ${versions.saved} changes of the delivery charges; ${withCharge} orders with a charge; acknowledged: ${(['placed', 'cancelled', 'edited', 'moved', 'refunded', 'adjusted', 'delivered', 'recalled', 'counted'] as const).map((event) => `${count(event)} ${event}`).join(', ')}; ${records.ledger.length} rows of the ledger and ${batches.movements.length} movements of ${batches.batches.length} batches agree with the model`
  },
}

type HistoryState = { products: TestProduct[]; known: KnownOrder[]; done: Operation[]; checks: CheckCounter }

async function actAsCustomer(customer: HttpClient, state: HistoryState, random: Random, choice = random()) {
  const { products, known, done, checks } = state
  if (choice < 0.3) {
    const own = known.filter((order) => order.customer === customer)
    const order = own.length > 0 ? pickRandom(own.slice(-4), random).id : randomUUID()
    const page = await customer.submit('/profile/orders', { order_id: order, intent: 'cancel' })
    if (page.redirect?.to.includes('order-cancelled')) done.push({ event: 'cancelled', order })
    const actionResult = page.actionData?.['orders'] as ActionResult
    return checks.expect(
      Boolean(page.redirect) ||
        (actionResult?.message !== undefined && actionResult.message !== 'Failed to cancel order'),
      () => `a customer's cancellation: ${toShortJson(page)}`,
    )
  }
  const chosen = [...products].sort(() => random() - 0.5).slice(0, randomInteger(1, 3, random))
  const wanted = chosen.map((product) => ({ product, quantity: randomInteger(1, 4, random) }))
  await placeOrder(customer, wanted, state, random)
}

async function placeOrder(
  customer: HttpClient,
  wanted: RequestedLine[],
  { known, done, checks }: HistoryState,
  random: Random,
): Promise<string | undefined> {
  const seen = await seeDelivery(customer, wanted, random)
  const answer = await sendCheckout(customer, createCheckoutForm(wanted, seen.fields))
  const order = answer.placed?.order_id
  if (order) {
    done.push({
      event: 'placed',
      order,
      lines: wanted.map(({ product, quantity }) => ({ product_id: product.id, quantity })),
      delivery: seen.agreed,
    })
    known.push({ id: order, customer })
  }
  checks.expect(
    Boolean(order) ||
      answer.lines?.every(({ problem }) => problem === 'not-enough-stock') === true ||
      /delivery (charge|is not|costs)/.test(answer.advice ?? ''),
    () => `an order: ${toShortJson(answer)}`,
  )
  return order
}

/** Random choices rarely produce these: edits to and from free delivery, one beyond the stock, and a cancellation of several units. */
async function editFirstOrders(customer: HttpClient, owner: HttpClient, state: HistoryState, random: Random) {
  for (const quantity of [5, 1]) {
    const order = await placeOrder(customer, [{ product: state.products[0]!, quantity }], state, random)
    if (!order) throw new Error('The first orders must be placed.')
    await edit(owner, await readOrder(owner, order), state, random)
    await edit(owner, await readOrder(owner, order), state, random, () => MAX_LINE_QUANTITY)
    if (quantity === 1) await cancel(owner, await readOrder(owner, order), state)
  }
}

async function actAsOwner(
  client: HttpClient,
  state: HistoryState,
  seenOrders: Map<string, OrderDetail>,
  random: Random,
) {
  const { products, known } = state
  const choice = random()
  if (choice < 0.3 || known.length === 0) {
    return adjustStock(client, pickRandom(products, random), pickRandom([-6, -3, 3, 6, 8], random), state)
  }
  const { id } = pickRandom(known.slice(-12), random)
  // A stale tab shows an old state.
  const seen = (random() < 0.2 && seenOrders.get(id)) || (await readOrder(client, id))
  seenOrders.set(id, seen)
  if (wasDelivered(seen) && choice < 0.85) {
    return choice < 0.4 ? recordPayment(client, seen, state, random) : refund(client, seen, state, random)
  }
  if (choice < 0.35) await exchangeRecalled(client, seen, state)
  else if (choice < 0.55) await move(client, seen, state)
  else if (choice < 0.62) await cancel(client, seen, state)
  else await edit(client, seen, state, random)
}

/** Random choices rarely reach the end of the lifecycle; one form is sent twice. */
async function runOrderLifecycle(
  customer: HttpClient,
  owner: HttpClient,
  state: HistoryState,
  random: Random,
) {
  await actAsCustomer(customer, state, random, 1)
  const index = state.known.findLastIndex((one) => one.customer === customer)
  if (index < 0) return
  // No other client cancels it, so that it reaches the end.
  const order = state.known.splice(index, 1)[0]!
  const first = await readOrder(owner, order.id)
  await edit(owner, first, state, random)
  await edit(owner, first, state, random)
  // Orders with recalled units are not shipped.
  await exchangeRecalled(owner, order, state)
  for (let step = 1; step <= 3; step += 1) await move(owner, await readOrder(owner, order.id), state)
  const delivered = await readOrder(owner, order.id)
  // Two forms that were opened at the same time: the second one is refused.
  await refund(owner, delivered, state, random, oneItemAndDelivery(delivered))
  await refund(owner, delivered, state, random, goodwill)
  const refunded = await readOrder(owner, order.id)
  await refund(owner, refunded, state, random, everything(refunded))
  await cancel(owner, await readOrder(owner, order.id), state)
  await refund(owner, await readOrder(owner, order.id), state, random)
  // From here on, others may choose it too.
  state.known.push(order)
}

async function readOrder(client: HttpClient, id: string): Promise<OrderDetail> {
  const page = await client.page(`/admin/orders/${id}`)
  const shown = page.loaderData?.['admin-order'] as { order: OrderDetail } | undefined
  if (!shown) throw new Error(`The owner is not shown order ${id}: ${toShortJson(page)}`)
  return shown.order
}

const move = (client: HttpClient, { id, status }: OrderDetail, state: HistoryState) => {
  const to = NEXT_STATUS[status]
  return submit(
    client,
    id,
    { intent: 'move', expected_status: status },
    to && { event: 'moved', order: id, from: status, to },
    state,
  )
}

/** Stock and quantities are unchanged; batch movements are checked. */
const exchangeRecalled = (client: HttpClient, { id }: { id: string }, state: HistoryState) =>
  submit(client, id, { intent: 'exchange-recalled' }, { event: 'exchanged', order: id }, state)

const cancel = (client: HttpClient, { id, status }: OrderDetail, state: HistoryState) =>
  submit(
    client,
    id,
    { intent: 'cancel', reason: '', expected_status: status },
    { event: 'cancelled', order: id },
    state,
  )

async function edit(
  client: HttpClient,
  { id: order, version, status, estimated_delivery, items }: OrderDetail,
  state: HistoryState,
  random: Random,
  change = (quantity: number) => (quantity % 5) + 1,
) {
  const removed = items.length > 1 && random() < 0.3 ? pickRandom(items, random).id : null
  const kept = items
    .filter(({ id }) => id !== removed)
    .map((item) => ({ ...item, quantity: change(item.quantity) }))
  const lines = kept.map(({ product_id, quantity }) => ({ product_id, quantity }))
  const draft = Object.fromEntries(kept.map(({ id, quantity }) => [quantityField(id), String(quantity)]))
  const seen = JSON.stringify({ version, status, estimated_delivery, items })
  const form = {
    intent: 'edit',
    seen,
    estimated_delivery,
    ...draft,
    ...(removed && { [removedField(removed)]: 'on' }),
  }
  return submit(client, order, form, { event: 'edited', order, version, lines }, state)
}

async function submit(
  client: HttpClient,
  order: string,
  fields: FormFields,
  what: Operation | null,
  { done, checks }: HistoryState,
) {
  const page = await client.submit(`/admin/orders/${order}`, fields)
  const actionResult = page.actionData?.['admin-order'] as ActionResult
  if (actionResult?.kind === 'done' && what) done.push(what)
  checks.expect(
    actionResult?.kind === 'done' || actionResult?.kind === 'refused',
    () => `the owner's ${fields['intent']}: ${toShortJson(page.actionData ?? page.errors)}`,
  )
}

async function readOrdersAndStock(database: DatabaseClient, products: TestProduct[]): Promise<RecordedState> {
  const ids = [products.map(({ id }) => id)]
  const ownOrders =
    'select order_id from order_items where product_id = any ($1) union select order_id from inventory_adjustments where product_id = any ($1) and order_id is not null'
  return {
    history: await database.query(
      `select order_id, case when details ? 'exchanged' then 'exchanged' else event end as event, from_status, to_status, details ->> 'to' as payment from order_history where order_id in (${ownOrders}) order by id`,
      ids,
    ),
    ledger: await database.query(
      'select product_id, order_id, quantity_change, action_type, reason, stock_after from inventory_adjustments where product_id = any ($1) order by id',
      ids,
    ),
    stock: await database.query('select id, stock from products where id = any ($1)', ids),
    orders: await database.query(
      `select o.id, o.status, o.total_amount, o.delivery_service, o.delivery_charge, o.door_payment,
              (select coalesce(sum(r.amount), 0)::float8 from refunds r where r.order_id = o.id) as refunded,
              (select coalesce(sum(r.delivery_amount), 0)::float8 from refunds r where r.order_id = o.id) as refunded_delivery,
              json_agg(json_build_object('product_id', i.product_id, 'quantity', i.quantity)) as items
         from orders o join order_items i on i.order_id = o.id where o.id in (${ownOrders}) group by o.id`,
      ids,
    ),
  }
}
