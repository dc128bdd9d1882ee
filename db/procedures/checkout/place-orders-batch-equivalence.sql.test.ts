import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAddress, insertCategory, insertCustomer, insertAdmin, insertProduct, callProcedure, callPlaceOrder as placeAlone, findInconsistencies, type ProcedureResult, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createCheckoutAttempt, readStockLedger, placeOrderBatch } from '#tests/fixtures/orders/order-batch.ts'
import { randomInteger, createSeededRandom, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import type { Customer } from '#shop/permissions.ts'

/** Each seed is an independent run; a failing seed reproduces the failure. */
const SEEDS = [1, 2, 3, 4, 5, 6]
const ROUNDS = 12
const MOST_TOGETHER = 9
const codes = new Set<string>()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Two identical sets of customers and products: one places its attempts in a batch, the other one by one. */
type World = { goods: TestProduct[]; people: Customer[]; names: Map<string, string> }

async function twoWorlds(chance: Random): Promise<[World, World]> {
  const category_id = await insertCategory(database)
  const shelf = Array.from({ length: 7 }, (_, callPlaceOrder) => ({
    name: `Good ${callPlaceOrder}`, price: randomInteger(1, 9999, chance) / 100, stock: randomInteger(0, 25, chance), is_active: callPlaceOrder !== 3, category_id,
  }))
  const make = async (): Promise<World> => {
    const goods: TestProduct[] = []
    const people: Customer[] = []
    for (const good of shelf) goods.push(await insertProduct(database, good))
    for (let callPlaceOrder = 0; callPlaceOrder < 14; callPlaceOrder += 1) people.push(await insertCustomer(database))
    const names = new Map([...goods.map(({ id }, callPlaceOrder) => [id, `good ${callPlaceOrder}`] as const), ...people.map(({ userId }, callPlaceOrder) => [userId, `person ${callPlaceOrder}`] as const)])
    return { goods, people, names }
  }
  return [await make(), await make()]
}

/** A checkout attempt that refers to products and customers by index, so that it fits both sets. */
type Told = { person: number; key: string; lines: { good: number | string; spelling: 'lower' | 'upper'; quantity: number; price: 'right' | 'wrong' }[]; address: unknown; payment: string | null }

function aTold(round: number, person: number, chance: Random): Told {
  const oneIn = (number: number) => chance() < 1 / number
  const count = oneIn(15) ? 0 : randomInteger(1, 5, chance)
  return {
    person,
    key: oneIn(20) ? ' ' : `round ${round}`,
    lines: Array.from({ length: count }, () => ({
      good: oneIn(25) ? pickRandom(['robert', '', '00000000-0000-4000-8000-000000000000'], chance) : randomInteger(0, 6, chance),
      spelling: oneIn(3) ? 'upper' : 'lower',
      quantity: oneIn(30) ? pickRandom([0, 1.5, 1000], chance) : randomInteger(1, 4, chance),
      price: oneIn(25) ? 'wrong' : 'right',
    })),
    address: oneIn(15) ? pickRandom([null, [], { ...testAddress, city: ' ' }, { ...testAddress, phone: 7 }], chance) : { ...testAddress, full_name: pickRandom(['Priya Nair', ' Priya   Nair '], chance) },
    payment: oneIn(25) ? 'card' : 'cod',
  }
}

const inWorld = ({ goods, people }: World, { person, key, lines, address, payment }: Told) => {
  const sent = lines.map(({ good, spelling, quantity, price }) => {
    const known = typeof good === 'number' ? goods[good]! : { id: good, price: 1 }
    return { product_id: spelling === 'upper' ? known.id.toUpperCase() : known.id, quantity, price: price === 'right' ? known.price : known.price + 0.01 }
  })
  return createCheckoutAttempt(people[person]!, sent, { idempotency_key: key, shipping_address: address, payment_method: payment })
}

/** Replaces IDs by names that are the same in both sets; order IDs come from the results. */
function told(world: World, results: readonly ProcedureResult[], round: number): unknown {
  results.forEach((result, callPlaceOrder) => {
    if (result.ok && !result.value['repeated']) world.names.set(result.value['order_id'] as string, `order ${round}.${callPlaceOrder}`)
  })
  return named(world, results)
}
const named = ({ names }: World, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"([0-9a-f-]{36})"/g, (whole, id: string) => JSON.stringify(names.get(id) ?? JSON.parse(whole))))

async function whatIsStored(world: World) {
  const goods = await Promise.all(world.goods.map(async (good) => ({ ledger: await readStockLedger(database, good), left: await database.query('select stock, version from products where id = $1', [good.id]) })))
  const people = world.people.map(({ userId }) => userId)
  const orders = await database.query<{ id: string }>(`
    select o.id, o.user_id, o.total_amount, o.shipping_address - 'email' as shipping_address, o.shipping_address ->> 'email' = u.email as is_their_email,
           o.payment_method, o.status, o.estimated_delivery, k.key, m.recipient = u.email as goes_to_them, m.kind,
           (select jsonb_agg(to_jsonb(i) - 'id' order by i.line_number) from order_items i where i.order_id = o.id) as items,
           (select jsonb_agg(to_jsonb(h) - 'id' - 'at' order by h.id) from order_history h where h.order_id = o.id) as history
      from orders o join user_profiles u on u.user_id = o.user_id
      join idempotency_keys k on k.order_id = o.id join outbox m on m.dedupe_key = 'order-confirmation:' || o.id
     where o.user_id = any ($1)`, [people])
  const inOrder = orders.toSorted((one, other) => world.names.get(one.id)!.localeCompare(world.names.get(other.id)!))
  return named(world, { goods, orders: inOrder })
}

test.each(SEEDS)('CHECKOUT-17 random carts have the same results in a batch as one by one (seed %i)', async (seed) => {
  const chance = createSeededRandom(seed)
  const [together, alone] = await twoWorlds(chance)
  const owner = await insertAdmin(database)
  const earlier: Told[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const people = together.people.map((_, person) => person).filter(() => chance() < 0.6).slice(0, MOST_TOGETHER)
    const submits = people.map((person) => {
      const before = earlier.findLast((one) => one.person === person)
      if (!before || chance() > 0.2) return aTold(round, person, chance)
      return chance() < 0.5 ? before : { ...aTold(round, person, chance), key: before.key }
    })
    earlier.push(...submits)
    const results = await placeOrderBatch(database, submits.map((attempt) => inWorld(together, attempt)))
    const answersAlone: ProcedureResult[] = []
    for (const attempt of submits) {
      const { lines, idempotency_key: key, shipping_address: address, payment_method: payment } = inWorld(alone, attempt)
      answersAlone.push(await placeAlone(database, alone.people[attempt.person]!, lines, { key, address, payment }))
    }
    expect(told(together, results, round), `round ${round} of seed ${seed}`).toEqual(told(alone, answersAlone, round))
    for (const result of results) codes.add(result.ok ? (result.value['repeated'] ? 'repeated' : 'placed') : result.refusal.code)
    // Restocks between rounds, so that all rounds have something to sell.
    const good = randomInteger(0, 6, chance)
    for (const world of [together, alone]) await callProcedure(database, owner, 'update_product_stock', [world.goods[good]!.id, 12, 'manual_adjustment', 'Delivered'])
  }
  expect(await whatIsStored(together)).toEqual(await whatIsStored(alone))
})

test('every result occurred except the one for a missing user', () => {
  expect([...codes].toSorted()).toEqual(
    ['address-incomplete', 'cart-changed', 'cart-empty', 'key-missing', 'key-reused', 'payment-method-not-accepted', 'placed', 'quantity-invalid', 'repeated'])
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
