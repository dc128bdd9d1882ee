import { randomUUID } from 'node:crypto'
import { NEXT_STATUS, type OrderDetail } from '#shop/orders/order.ts'
import { quantityField, removeField } from '#web/admin/order/order-draft.ts'
import { aProduct, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { anAdmin, type Fields, type Visitor } from '#tests/fixtures/http/http-client.ts'
import { short } from '#prove/runner/run-concurrently.ts'
import { between, chanceOf, SEED, someoneAmong, type Chance } from '#prove/runner/seeded-random.ts'
import type { Step, Tries } from '#prove/runner/proof.ts'
import { differences, type Books, type Done } from './stock-model.ts'

const CLIENTS = 50
const OWNERS = 15
const PRODUCTS = 8
const SECONDS = 600

type Known = { id: string; customer: Visitor }
type Told = { kind?: 'done' | 'refused' | 'failed'; message?: string } | undefined

/** §4, §5: fifty people place, cancel, edit, move and adjust at random, all over the same few goods and orders. */
export const histories: Step = {
  name: 'histories',
  asks: `random histories: ${CLIENTS} clients place, cancel, edit, move and adjust at once for ${SECONDS / 60} minutes, against a sequential model`,
  async prove(stage, tries) {
    const { url, dataDir } = await stage.shop()
    const database = await stage.look()
    // Everybody has chances of their own: whoever is answered first would take them from the others.
    let people = 0
    const ownChance = () => chanceOf(SEED + people++)
    const goods: Good[] = []
    const prices = ownChance()
    for (let number = 0; number < PRODUCTS; number += 1) {
      goods.push(await aProduct(database, { name: `Contested ${number}`, price: between(50, 2000, prices) / 100, stock: 40 }))
    }
    const customers = await manyCustomers({ url, dataDir }, CLIENTS - OWNERS)
    const owner = await anAdmin(url)
    const done: Done[] = []
    const known: Known[] = []
    const until = Date.now() + Math.max(stage.scale < 0.01 ? 1.5 : 3, SECONDS * stage.scale) * 1000
    const client = async (turn: () => Promise<void>) => {
      while (Date.now() < until) await turn()
    }
    const world = { goods, known, done, tries }
    const walks = customers.slice(0, 5).map((customer) => walkThrough(customer, owner.copy(), world, ownChance()))
    const everybody = [
      ...walks,
      ...customers.map((customer) => {
        const chance = ownChance()
        return client(() => asCustomer(customer, world, chance))
      }),
      ...Array.from({ length: OWNERS }, () => owner.copy()).map((who) => {
        const [remembered, chance] = [new Map<string, OrderDetail>(), ownChance()]
        return client(() => asOwner(who, world, remembered, chance))
      }),
    ]
    await Promise.all(everybody)
    const books = await readBooks(database, goods)
    const wrong = differences(done, books, new Map(goods.map(({ id, price }) => [id, price])))
    const sums = await whatDoesNotAddUp(database)
    if (sums.length > 0) wrong.push(short(sums))
    tries.add(books.history.length + books.ledger.length, wrong)
    const count = (event: Done['event']) => done.filter((one) => one.event === event).length
    return `seed ${SEED}; acknowledged: ${(['placed', 'cancelled', 'edited', 'moved', 'adjusted'] as const).map((event) => `${count(event)} ${event}`).join(', ')}; ${books.ledger.length} rows of the ledger agree with the model`
  },
}

type World = { goods: Good[]; known: Known[]; done: Done[]; tries: Tries }

async function asCustomer(customer: Visitor, { goods, known, done, tries }: World, chance: Chance, dice = chance()) {
  if (dice < 0.3) {
    const own = known.filter((order) => order.customer === customer)
    const order = own.length > 0 ? someoneAmong(own.slice(-4), chance).id : randomUUID()
    const page = await customer.submit('/profile/orders', { order_id: order, intent: 'cancel' })
    if (page.redirect?.to.includes('order-cancelled')) done.push({ event: 'cancelled', order })
    const told = page.actionData?.['orders'] as Told
    return tries.expect(Boolean(page.redirect) || (told?.message !== undefined && told.message !== 'Failed to cancel order'), () => `a customer's cancellation: ${short(page)}`)
  }
  const chosen = [...goods].sort(() => chance() - 0.5).slice(0, between(1, 3, chance))
  const wanted = chosen.map((product) => ({ product, quantity: between(1, 4, chance) }))
  const answer = await send(customer, aSubmit(wanted))
  const order = answer.placed?.order_id
  if (order) {
    done.push({ event: 'placed', order, lines: wanted.map(({ product, quantity }) => ({ product_id: product.id, quantity })) })
    known.push({ id: order, customer })
  }
  tries.expect(Boolean(order) || answer.lines?.every(({ problem }) => problem === 'not-enough-stock') === true, () => `an order: ${short(answer)}`)
}

async function asOwner(who: Visitor, world: World, remembered: Map<string, OrderDetail>, chance: Chance) {
  const { goods, known, done, tries } = world
  const dice = chance()
  if (dice < 0.3 || known.length === 0) {
    const [product, change, reason] = [someoneAmong(goods, chance), someoneAmong([-6, -3, 3, 6, 8], chance), `Counted ${randomUUID()}`]
    const page = await who.submit(`/admin/products?stock=${product.id}`, { intent: 'stock', product_id: product.id, change: String(change), reason })
    const told = page.actionData?.['admin-products'] as Told
    if (page.redirect) done.push({ event: 'adjusted', product: product.id, change, reason })
    return tries.expect(Boolean(page.redirect) || told?.kind === 'refused', () => `an adjustment: ${short(page.actionData)}`)
  }
  const { id } = someoneAmong(known.slice(-12), chance)
  // A tab that was left open shows an order as it was.
  const seen = (chance() < 0.2 && remembered.get(id)) || (await look(who, id))
  remembered.set(id, seen)
  if (dice < 0.55) await move(who, seen, world)
  else if (dice < 0.62) await cancel(who, seen, world)
  else await edit(who, seen, world, chance)
}

/** The way of one order from its beginning to its end, with a form sent twice on the way: chance alone seldom gets so far. */
async function walkThrough(customer: Visitor, owner: Visitor, world: World, chance: Chance) {
  await asCustomer(customer, world, chance, 1)
  const order = world.known.findLast((one) => one.customer === customer)
  if (!order) return
  const first = await look(owner, order.id)
  await edit(owner, first, world, chance)
  await edit(owner, first, world, chance)
  for (let step = 1; step <= 3; step += 1) await move(owner, await look(owner, order.id), world)
  await cancel(owner, await look(owner, order.id), world)
}

async function look(who: Visitor, id: string): Promise<OrderDetail> {
  const page = await who.page(`/admin/orders/${id}`)
  const shown = page.loaderData?.['admin-order'] as { order: OrderDetail } | undefined
  if (!shown) throw new Error(`The owner is not shown order ${id}: ${short(page)}`)
  return shown.order
}

const move = (who: Visitor, { id, status }: OrderDetail, world: World) => {
  const to = NEXT_STATUS[status]
  return submit(who, id, { intent: 'move', expected_status: status }, to && { event: 'moved', order: id, from: status, to }, world)
}

const cancel = (who: Visitor, { id, status }: OrderDetail, world: World) =>
  submit(who, id, { intent: 'cancel', reason: '', expected_status: status }, { event: 'cancelled', order: id }, world)

async function edit(who: Visitor, { id: order, version, status, estimated_delivery, items }: OrderDetail, world: World, chance: Chance) {
  const removed = items.length > 1 && chance() < 0.3 ? someoneAmong(items, chance).id : null
  const kept = items.filter(({ id }) => id !== removed).map((item) => ({ ...item, quantity: (item.quantity % 5) + 1 }))
  const lines = kept.map(({ product_id, quantity }) => ({ product_id, quantity }))
  const draft = Object.fromEntries(kept.map(({ id, quantity }) => [quantityField(id), String(quantity)]))
  const seen = JSON.stringify({ version, status, estimated_delivery, items })
  const form = { intent: 'edit', seen, estimated_delivery, ...draft, ...(removed && { [removeField(removed)]: 'on' }) }
  return submit(who, order, form, { event: 'edited', order, version, lines }, world)
}

async function submit(who: Visitor, order: string, fields: Fields, what: Done | null, { done, tries }: World) {
  const page = await who.submit(`/admin/orders/${order}`, fields)
  const told = page.actionData?.['admin-order'] as Told
  if (told?.kind === 'done' && what) done.push(what)
  tries.expect(told?.kind === 'done' || told?.kind === 'refused', () => `the owner's ${fields['intent']}: ${short(page.actionData ?? page.errors)}`)
}

async function readBooks(database: Look, goods: Good[]): Promise<Books> {
  const ids = [goods.map(({ id }) => id)]
  const ours = 'select order_id from order_items where product_id = any ($1) union select order_id from inventory_adjustments where product_id = any ($1) and order_id is not null'
  return {
    history: await database.query(`select order_id, event, from_status, to_status from order_history where order_id in (${ours}) order by id`, ids),
    ledger: await database.query('select product_id, order_id, quantity_change, action_type, reason, stock_after from inventory_adjustments where product_id = any ($1) order by id', ids),
    stock: await database.query('select id, stock from products where id = any ($1)', ids),
    orders: await database.query(
      `select o.id, o.status, o.total_amount, json_agg(json_build_object('product_id', i.product_id, 'quantity', i.quantity)) as items
         from orders o join order_items i on i.order_id = o.id where o.id in (${ours}) group by o.id`, ids),
  }
}
