import { randomUUID } from 'node:crypto'
import {
  insertProduct,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import {
  randomInteger,
  createSeededRandom,
  SEED,
  pickRandom,
  type Random,
} from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

type SentLine = { id: unknown; quantity: unknown; price: unknown }
const QUANTITIES: readonly unknown[] = [
  1,
  2,
  3,
  7,
  0,
  -1,
  -3,
  0.5,
  1.5,
  999,
  1000,
  1e9,
  1e300,
  '2',
  null,
  true,
  [1],
  2 ** 53,
]
const forgedPrices = (price: number): readonly unknown[] => [
  price,
  price,
  0,
  0.01,
  -price,
  price - 0.01,
  price + 0.01,
  price + 1e-9,
  1e9,
  String(price),
  null,
  price * 100,
]

/** In pence; null if the order must be refused. */
function expectedTotal(
  lines: readonly SentLine[],
  products: ReadonlyMap<string, TestProduct & { isActive: boolean }>,
): number | null {
  const sums = new Map<string, number>()
  for (const { id, quantity, price } of lines) {
    const product = typeof id === 'string' ? products.get(id.toLowerCase()) : undefined
    if (!product?.isActive || price !== product.price) return null
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > 999)
      return null
    sums.set(product.id, (sums.get(product.id) ?? 0) + quantity)
  }
  if (sums.size === 0 || [...sums].some(([id, sum]) => sum > 999 || sum > products.get(id)!.stock))
    return null
  return [...sums].reduce((total, [id, sum]) => total + Math.round(products.get(id)!.price * 100) * sum, 0)
}

export const tamperedOrders: ProofStep = {
  name: 'orders',
  scenario:
    'orders with forged prices, fractions, negatives, 1e9, duplicates, unknown and inactive products, against a model of the right total',
  async runProof(proofContext, checks) {
    const [shop, db] = [await proofContext.shop(), await proofContext.db()]
    const products = new Map<string, TestProduct & { isActive: boolean }>()
    for (const [price, stock, isActive] of [
      [12.5, 1_000_000, true],
      [0.07, 1_000_000, true],
      [3.33, 500, true],
      [9.99, 1_000_000, false],
      [99999.99, 1_000_000, true],
    ] as const) {
      const product = await insertProduct(db, { name: `Priced ${price}`, price, stock, is_active: isActive })
      products.set(product.id, { ...product, isActive })
    }
    const all = [...products.values()]
    const count = proofContext.times(1000, 60)
    const random = createSeededRandom(SEED)
    const carts = Array.from(
      { length: count },
      (_, index) => FIXED_CARTS(all)[index] ?? randomCart(all, random),
    )
    const customers = await createSignedInCustomers(shop, Math.min(count, 40))
    let placed = 0
    await runConcurrently(10, carts, async (lines, index) => {
      const customer = customers[index % customers.length]!.copy()
      const expected = expectedTotal(lines, products)
      const response = await sendCheckout(customer, {
        ...createCheckoutForm([]),
        lines: JSON.stringify(lines),
      }).catch((problem: unknown) => ({
        message: String(problem),
        placed: undefined,
        is_nothing_ordered: undefined,
      }))
      const id = response.placed?.order_id
      const [order] = id
        ? await db.query<{ total_amount: number; items: number }>(
            'select total_amount, (select sum(price * quantity) from order_items where order_id = o.id) as items from orders o where id = $1',
            [id],
          )
        : []
      // Stock falls with every order, so a valid cart may be too late.
      const isTooLate =
        expected !== null &&
        'lines' in response &&
        response.lines?.every(({ problem }) => problem === 'not-enough-stock')
      const isRight = order
        ? expected !== null &&
          Math.round(order.total_amount * 100) === expected &&
          order.items === order.total_amount
        : (expected === null || isTooLate || expected >= 1e10) && response.is_nothing_ordered
      if (order) placed += 1
      checks.expect(
        Boolean(isRight),
        () => `${toShortJson(lines)}: ${toShortJson(order ?? response)}, expected ${expected}`,
      )
    })
    const [{ n }] = (await db.query<{ n: number }>(
      'select count(distinct order_id)::int as n from order_items where product_id = any ($1)',
      [[...products.keys()]],
    )) as [{ n: number }]
    checks.expect(n === placed, () => `${placed} were told that they ordered, and there are ${n} orders`)
    const wrong = await findInconsistencies(db)
    checks.expect(wrong.length === 0, () => toShortJson(wrong))
    return `seed ${SEED}; ${placed} sound ones placed at the right total, ${count - placed} refused with nothing ordered`
  },
}

const FIXED_CARTS = ([a, b, , hidden, expensive]: readonly TestProduct[]): SentLine[][] => [
  [{ id: a!.id, quantity: 2, price: a!.price }],
  [
    { id: a!.id, quantity: 1, price: a!.price },
    { id: a!.id, quantity: 1, price: a!.price },
  ],
  [
    { id: a!.id, quantity: 1, price: a!.price },
    { id: a!.id.toUpperCase(), quantity: 2, price: a!.price },
  ],
  [
    { id: a!.id, quantity: 1, price: a!.price },
    { id: a!.id, quantity: 1, price: a!.price + 1 },
  ],
  [{ id: a!.id, quantity: 1, price: 0.01 }],
  [{ id: hidden!.id, quantity: 1, price: hidden!.price }],
  [
    { id: b!.id, quantity: 1, price: b!.price },
    { id: hidden!.id, quantity: 1, price: hidden!.price },
  ],
  [{ id: expensive!.id, quantity: 999, price: expensive!.price }],
  [
    { id: expensive!.id, quantity: 999, price: expensive!.price },
    { id: a!.id, quantity: 999, price: a!.price },
  ],
  [
    { id: a!.id, quantity: 600, price: a!.price },
    { id: a!.id, quantity: 600, price: a!.price },
  ],
  [],
]

function randomCart(products: readonly TestProduct[], random: Random): SentLine[] {
  const isMostlyValid = random() < 0.4
  return Array.from({ length: randomInteger(1, 3, random) }, () => {
    const product = pickRandom(products, random)
    const id = random() < 0.03 ? randomUUID() : random() < 0.1 ? product.id.toUpperCase() : product.id
    if (isMostlyValid) return { id, quantity: randomInteger(1, 3, random), price: product.price }
    return {
      id,
      quantity: pickRandom(QUANTITIES, random),
      price: pickRandom(forgedPrices(product.price), random),
    }
  })
}
