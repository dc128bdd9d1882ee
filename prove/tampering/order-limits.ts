import { aProduct, type Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, type Answered } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import { AS_SHIPPED } from '#tests/fixtures/shops/running-shop.ts'
import type { Fields, SignedIn } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import { between, chanceOf, SEED, someoneAmong, type Chance } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'

/** Orders that each customer sends at the same moment. */
const AT_ONCE = 16
const CUSTOMERS_OF_AN_ADDRESS = 12
const OVERTAKING = 4
const MOST = { ofOne: 20, products: 30, items: 100, unverified: 150, verified: 600, ofAccount: 10, ofAddress: 60 }

/** From that address, by the proxy in front of the shop. */
async function sendFrom(address: string, customer: SignedIn, submit: Fields): Promise<Answered> {
  const response = await customer.copy().fetch(`/_data?u=${encodeURIComponent('/checkout')}`, {
    method: 'POST', body: new URLSearchParams(submit), headers: { origin: customer.url, 'x-forwarded-for': address },
  })
  const { actionData } = (await response.json()) as { actionData?: { checkout: Answered } }
  return actionData?.checkout ?? {}
}

function aBasket(goods: readonly Good[], chance: Chance) {
  return goods.slice(0, between(1, 4, chance)).map((product) => ({ product, quantity: chance() < 0.1 ? 21 : chance() < 0.1 ? 999 : between(1, 20, chance) }))
}

type Sums = { user_id: string; is_verified: boolean; orders: number; open: number; most_of_one: number; products: number; items: number }

/** Customers of whom each sends many orders at the same moment, on the shop as it is shipped. */
export const orderLimits: Step = {
  name: 'limits',
  asks: `customers who each send ${AT_ONCE} orders at the same moment, with too much of one product, too many products and more than they may have open, and orders of many accounts from one address`,
  async prove(stage, tries) {
    const shop = await stage.open({ env: AS_SHIPPED })
    const look = lookInto(shop.dataDir)
    const chance = chanceOf(SEED)
    const customers = await manyCustomers(shop, stage.times(300, 12))
    await look.query(`update accounts."user" set email_verified = true where id in (select id from accounts."user" order by id limit $1)`, [Math.floor(customers.length / 2)])
    const prices = [0.4, 1, 2.5, 9.99, 24, 55]
    const goods: Good[] = []
    for (let number = 0; number < 8; number += 1) goods.push(await aProduct(look, { name: `Limited ${number}`, price: someoneAmong(prices, chance), stock: 1_000_000 }))
    const few = await Promise.all(Array.from({ length: MOST.products + 1 }, (_, number) => aProduct(look, { name: `Limited Pinch ${number}`, price: 1, stock: 1_000_000 })))
    const cheap = await aProduct(look, { name: 'Limited Salt', price: 0.05, stock: 1_000_000 })
    let placed = 0
    for (const [number, customer] of customers.entries()) {
      // Every third one buys next to nothing, again and again.
      const submits = Array.from({ length: AT_ONCE }, () => aSubmit(number % 3 === 0 ? [{ product: cheap, quantity: 1 }] : aBasket(goods.toSorted(() => chance() - 0.5), chance)))
      // One too many, of what everybody may afford.
      if (number % 3 === 1) submits.unshift(aSubmit(few.map((product) => ({ product, quantity: 1 }))))
      const answers = await Promise.all(submits.map((submit) => sendFrom(`198.51.100.${number % 250}`, customer, submit)))
      placed += answers.filter((answer) => answer.placed).length
      for (const answer of answers) tries.expect(Boolean(answer.placed) || answer.is_nothing_ordered === true, () => short(answer))
    }
    const sums = await look.query<Sums>(
      `select o.user_id, u.email_verified as is_verified, count(distinct o.id)::int as orders, sum(i.subtotal)::float8 as open,
              max(i.quantity)::int as most_of_one, max(o.products)::int as products, max(o.items)::int as items
         from (select o.*, (select count(*) from order_items i where i.order_id = o.id) as products,
                      (select sum(i.quantity) from order_items i where i.order_id = o.id) as items from orders o) o
         join order_items i on i.order_id = o.id join accounts."user" u on u.id = o.user_id group by o.user_id, u.email_verified`,
    )
    for (const one of sums) {
      const isHeld = one.orders <= MOST.ofAccount && one.open <= (one.is_verified ? MOST.verified : MOST.unverified) + 0.001 &&
        one.most_of_one <= MOST.ofOne && one.products <= MOST.products && one.items <= MOST.items
      tries.expect(isHeld, () => short(one))
    }
    const neighbours = await manyCustomers(shop, CUSTOMERS_OF_AN_ADDRESS)
    // Four at a time: as many may overtake the count of their address, which makes up for them afterwards.
    const fromOne = neighbours.flatMap((customer) => Array.from({ length: MOST.ofAccount }, () => customer))
    const answers = await atOnce(OVERTAKING, fromOne, (customer) => sendFrom('203.0.113.9', customer, aSubmit([{ product: cheap, quantity: 1 }])))
    const ofAddress = answers.filter((answer) => answer.placed).length
    tries.expect(ofAddress >= MOST.ofAddress && ofAddress <= MOST.ofAddress + OVERTAKING, () => `${ofAddress} of ${answers.length} orders from one address were placed`)
    await look.close()
    return `seed ${SEED}; ${placed} placed within the limits, and all others refused with nothing ordered; of ${answers.length} orders from one address ${ofAddress} placed`
  },
}
