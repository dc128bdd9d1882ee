import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm, type CheckoutResponse } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { DEFAULT_LIMITS_ENV, SIZE_LIMITS_ENV } from '#tests/fixtures/shops/running-shop.ts'
import { HttpClient, type FormFields, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import {
  randomInteger,
  createSeededRandom,
  SEED,
  pickRandom,
  type Random,
} from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const CONCURRENT_ORDERS = 16
const CUSTOMERS_OF_AN_ADDRESS = 12
const MAX_OVERTAKING_ORDERS = 4
const LIMITS = {
  ofOne: 20,
  products: 30,
  items: 100,
  unverified: 150,
  verified: 600,
  ofAccount: 10,
  ofAddress: 60,
}

async function sendFrom(
  address: string,
  customer: SignedInClient,
  checkoutForm: FormFields,
): Promise<CheckoutResponse> {
  const response = await customer
    .copy()
    .fetch(`/_data?u=${encodeURIComponent('/checkout')}`, {
      method: 'POST',
      body: new URLSearchParams(checkoutForm),
      headers: { origin: customer.url, 'x-forwarded-for': address },
    })
  const { actionData } = (await response.json()) as { actionData?: { checkout: CheckoutResponse } }
  return actionData?.checkout ?? {}
}

function randomCart(products: readonly TestProduct[], random: Random) {
  return products
    .slice(0, randomInteger(1, 4, random))
    .map((product) => ({
      product,
      quantity: random() < 0.1 ? 21 : random() < 0.1 ? 999 : randomInteger(1, 20, random),
    }))
}

type Sums = {
  user_id: string
  is_verified: boolean
  orders: number
  open: number
  most_of_one: number
  products: number
  items: number
}

export const orderLimits: ProofStep = {
  name: 'limits',
  scenario: `customers who each send ${CONCURRENT_ORDERS} orders at the same moment, with too much of one product, too many products, too many pieces and more than they may have open, and orders of many accounts from one address; and no answer or cart names more stock than one order may have`,
  async runProof(proofContext, checks) {
    const shop = await proofContext.open({ env: { ...DEFAULT_LIMITS_ENV, ...SIZE_LIMITS_ENV } })
    const db = connectToShopDatabase(shop.dataDir)
    const random = createSeededRandom(SEED)
    const customers = await createSignedInCustomers(shop, proofContext.times(300, 12))
    await db.query(
      `update accounts."user" set email_verified = true where id in (select id from accounts."user" order by id limit $1)`,
      [Math.floor(customers.length / 2)],
    )
    const prices = [0.4, 1, 2.5, 9.99, 24, 55]
    const products: TestProduct[] = []
    for (let number = 0; number < 8; number += 1)
      products.push(
        await insertProduct(db, {
          name: `Limited ${number}`,
          price: pickRandom(prices, random),
          stock: 1_000_000,
        }),
      )
    const manyProducts = await Promise.all(
      Array.from({ length: LIMITS.products + 1 }, (_, number) =>
        insertProduct(db, { name: `Limited Pinch ${number}`, price: 0.05, stock: 1_000_000 }),
      ),
    )
    const cheap = await insertProduct(db, { name: 'Limited Salt', price: 0.05, stock: 1_000_000 })
    let placed = 0
    for (const [number, customer] of customers.entries()) {
      const submits = Array.from({ length: CONCURRENT_ORDERS }, () =>
        createCheckoutForm(
          number % 3 === 0
            ? [{ product: cheap, quantity: 1 }]
            : randomCart(
                products.toSorted(() => random() - 0.5),
                random,
              ),
        ),
      )
      // Too many products, or too many units of allowed quantities, but for a small total.
      if (number % 3 === 1)
        submits.unshift(createCheckoutForm(manyProducts.map((product) => ({ product, quantity: 1 }))))
      if (number % 3 === 2)
        submits.unshift(
          createCheckoutForm(
            manyProducts
              .slice(0, LIMITS.items / LIMITS.ofOne + 1)
              .map((product) => ({ product, quantity: LIMITS.ofOne })),
          ),
        )
      const responses = await Promise.all(
        submits.map((checkoutForm) => sendFrom(`198.51.100.${number % 250}`, customer, checkoutForm)),
      )
      placed += responses.filter((response) => response.placed).length
      for (const response of responses)
        checks.expect(Boolean(response.placed) || response.is_nothing_ordered === true, () =>
          toShortJson(response),
        )
      for (const { stock } of responses.flatMap(({ lines }) => lines ?? []))
        checks.expect((stock ?? 0) <= LIMITS.ofOne, () => `a refused order named a stock of ${stock}`)
    }
    const visitor = new HttpClient(shop.url)
    const ids = [...products, cheap, ...manyProducts].map(({ id }) => id)
    const cart = (await (await visitor.fetch(`/api/cart?ids=${ids.join()}`)).json()) as { stock: number }[]
    checks.expect(
      cart.length === ids.length,
      () => `/api/cart named ${cart.length} of ${ids.length} products`,
    )
    for (const line of cart)
      checks.expect(line.stock === LIMITS.ofOne, () => `/api/cart named ${toShortJson(line)}`)
    const sums = await db.query<Sums>(
      `select o.user_id, u.email_verified as is_verified, count(distinct o.id)::int as orders, sum(i.subtotal)::float8 as open,
              max(i.quantity)::int as most_of_one, max(o.products)::int as products, max(o.items)::int as items
         from (select o.*, (select count(*) from order_items i where i.order_id = o.id) as products,
                      (select sum(i.quantity) from order_items i where i.order_id = o.id) as items from orders o) o
         join order_items i on i.order_id = o.id join accounts."user" u on u.id = o.user_id group by o.user_id, u.email_verified`,
    )
    for (const sum of sums) {
      const isWithinLimits =
        sum.orders <= LIMITS.ofAccount &&
        sum.open <= (sum.is_verified ? LIMITS.verified : LIMITS.unverified) + 0.001 &&
        sum.most_of_one <= LIMITS.ofOne &&
        sum.products <= LIMITS.products &&
        sum.items <= LIMITS.items
      checks.expect(isWithinLimits, () => toShortJson(sum))
    }
    const sameAddressCustomers = await createSignedInCustomers(shop, CUSTOMERS_OF_AN_ADDRESS)
    // Concurrent orders may exceed the limit of their address, but only by their number.
    const senders = sameAddressCustomers.flatMap((customer) =>
      Array.from({ length: LIMITS.ofAccount }, () => customer),
    )
    const responses = await runConcurrently(MAX_OVERTAKING_ORDERS, senders, (customer) =>
      sendFrom('203.0.113.9', customer, createCheckoutForm([{ product: cheap, quantity: 1 }])),
    )
    const ofAddress = responses.filter((response) => response.placed).length
    checks.expect(
      ofAddress >= LIMITS.ofAddress && ofAddress <= LIMITS.ofAddress + MAX_OVERTAKING_ORDERS,
      () => `${ofAddress} of ${responses.length} orders from one address were placed`,
    )
    await db.close()
    return `seed ${SEED}; ${placed} placed within the limits, and all others refused with nothing ordered; of ${responses.length} orders from one address ${ofAddress} placed`
  },
}
