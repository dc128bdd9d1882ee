import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  testAddress,
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertProduct,
  callProcedure,
  callPlaceOrder as placeAlone,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createCheckoutAttempt,
  readStockLedger,
  placeOrderBatch,
} from '#tests/fixtures/orders/order-batch.ts'
import { randomInteger, createSeededRandom, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import type { Customer } from '#shop/permissions.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]
const ROUNDS = 12
const MAX_BATCH_SIZE = 9
const codes = new Set<string>()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** One of two identical sets places its attempts in a batch, the other one by one. */
type ShopData = { products: TestProduct[]; customers: Customer[]; names: Map<string, string> }

async function createTwoShops(random: Random): Promise<[ShopData, ShopData]> {
  const category_id = await insertCategory(database)
  const productData = Array.from({ length: 7 }, (_, index) => ({
    name: `Good ${index}`,
    price: randomInteger(1, 9999, random) / 100,
    stock: randomInteger(0, 25, random),
    is_active: index !== 3,
    category_id,
  }))
  const make = async (): Promise<ShopData> => {
    const products: TestProduct[] = []
    const customers: Customer[] = []
    for (const product of productData) products.push(await insertProduct(database, product))
    for (let index = 0; index < 14; index += 1) customers.push(await insertCustomer(database))
    const names = new Map([
      ...products.map(({ id }, index) => [id, `good ${index}`] as const),
      ...customers.map(({ userId }, index) => [userId, `person ${index}`] as const),
    ])
    return { products, customers, names }
  }
  return [await make(), await make()]
}

/** Refers to products and customers by index, so that it fits both sets. */
type AttemptTemplate = {
  customer: number
  key: string
  lines: {
    product: number | string
    spelling: 'lower' | 'upper'
    quantity: number
    price: 'right' | 'wrong'
  }[]
  address: unknown
  payment: string | null
}

function createRandomAttempt(round: number, customer: number, random: Random): AttemptTemplate {
  const oneIn = (number: number) => random() < 1 / number
  const count = oneIn(15) ? 0 : randomInteger(1, 5, random)
  return {
    customer,
    key: oneIn(20) ? ' ' : `round ${round}`,
    lines: Array.from({ length: count }, () => ({
      product: oneIn(25)
        ? pickRandom(['robert', '', '00000000-0000-4000-8000-000000000000'], random)
        : randomInteger(0, 6, random),
      spelling: oneIn(3) ? 'upper' : 'lower',
      quantity: oneIn(30) ? pickRandom([0, 1.5, 1000], random) : randomInteger(1, 4, random),
      price: oneIn(25) ? 'wrong' : 'right',
    })),
    address: oneIn(15)
      ? pickRandom([null, [], { ...testAddress, city: ' ' }, { ...testAddress, phone: 7 }], random)
      : { ...testAddress, full_name: pickRandom(['Priya Nair', ' Priya   Nair '], random) },
    payment: oneIn(25) ? 'card' : 'cod',
  }
}

const toAttempt = (
  { products, customers }: ShopData,
  { customer, key, lines, address, payment }: AttemptTemplate,
) => {
  const sent = lines.map(({ product, spelling, quantity, price }) => {
    const known = typeof product === 'number' ? products[product]! : { id: product, price: 1 }
    return {
      product_id: spelling === 'upper' ? known.id.toUpperCase() : known.id,
      quantity,
      price: price === 'right' ? known.price : known.price + 0.01,
    }
  })
  return createCheckoutAttempt(customers[customer]!, sent, {
    idempotency_key: key,
    shipping_address: address,
    payment_method: payment,
  })
}

function withStableIds(shopData: ShopData, results: readonly ProcedureResult[], round: number): unknown {
  results.forEach((result, index) => {
    if (result.ok && !result.value['repeated'])
      shopData.names.set(result.value['order_id'] as string, `order ${round}.${index}`)
  })
  return replaceIds(shopData, results)
}
const replaceIds = ({ names }: ShopData, value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"([0-9a-f-]{36})"/g, (whole, id: string) =>
      JSON.stringify(names.get(id) ?? JSON.parse(whole)),
    ),
  )

async function readStoredData(shopData: ShopData) {
  const products = await Promise.all(
    shopData.products.map(async (product) => ({
      ledger: await readStockLedger(database, product),
      left: await database.query('select stock, version from products where id = $1', [product.id]),
    })),
  )
  const customers = shopData.customers.map(({ userId }) => userId)
  const orders = await database.query<{ id: string }>(
    `
    select o.id, o.user_id, o.total_amount, o.shipping_address - 'email' as shipping_address, o.shipping_address ->> 'email' = u.email as is_their_email,
           o.payment_method, o.status, o.estimated_delivery, k.key, m.recipient = u.email as goes_to_them, m.kind,
           (select jsonb_agg(to_jsonb(i) - 'id' order by i.line_number) from order_items i where i.order_id = o.id) as items,
           (select jsonb_agg(to_jsonb(h) - 'id' - 'at' order by h.id) from order_history h where h.order_id = o.id) as history
      from orders o join user_profiles u on u.user_id = o.user_id
      join idempotency_keys k on k.order_id = o.id join outbox m on m.dedupe_key = 'order-confirmation:' || o.id
     where o.user_id = any ($1)`,
    [customers],
  )
  const sortedOrders = orders.toSorted((one, other) =>
    shopData.names.get(one.id)!.localeCompare(shopData.names.get(other.id)!),
  )
  return replaceIds(shopData, { products, orders: sortedOrders })
}

test.each(SEEDS)(
  'CHECKOUT-17 random carts have the same results in a batch as one by one (seed %i)',
  async (seed) => {
    const random = createSeededRandom(seed)
    const [batchShop, singleShop] = await createTwoShops(random)
    const owner = await insertAdmin(database)
    const earlierAttempts: AttemptTemplate[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const customers = batchShop.customers
        .map((_, customer) => customer)
        .filter(() => random() < 0.6)
        .slice(0, MAX_BATCH_SIZE)
      const attempts = customers.map((customer) => {
        const before = earlierAttempts.findLast((one) => one.customer === customer)
        if (!before || random() > 0.2) return createRandomAttempt(round, customer, random)
        return random() < 0.5 ? before : { ...createRandomAttempt(round, customer, random), key: before.key }
      })
      earlierAttempts.push(...attempts)
      const results = await placeOrderBatch(
        database,
        attempts.map((attempt) => toAttempt(batchShop, attempt)),
      )
      const singleResults: ProcedureResult[] = []
      for (const attempt of attempts) {
        const {
          lines,
          idempotency_key: key,
          shipping_address: address,
          payment_method: payment,
        } = toAttempt(singleShop, attempt)
        singleResults.push(
          await placeAlone(database, singleShop.customers[attempt.customer]!, lines, {
            key,
            address,
            payment,
          }),
        )
      }
      expect(withStableIds(batchShop, results, round), `round ${round} of seed ${seed}`).toEqual(
        withStableIds(singleShop, singleResults, round),
      )
      for (const result of results)
        codes.add(result.ok ? (result.value['repeated'] ? 'repeated' : 'placed') : result.refusal.code)
      const product = randomInteger(0, 6, random)
      for (const shopData of [batchShop, singleShop])
        await callProcedure(database, owner, 'update_product_stock', [
          shopData.products[product]!.id,
          12,
          'manual_adjustment',
          'Delivered',
        ])
    }
    expect(await readStoredData(batchShop)).toEqual(await readStoredData(singleShop))
  },
)

test('every result occurred except the one for a missing user', () => {
  expect([...codes].toSorted()).toEqual([
    'address-incomplete',
    'cart-changed',
    'cart-empty',
    'key-missing',
    'key-reused',
    'payment-method-not-accepted',
    'placed',
    'quantity-invalid',
    'repeated',
  ])
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
