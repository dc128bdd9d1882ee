import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Random } from '#prove/runner/seeded-random.ts'

/** Each attempt is repeated until it is acknowledged. */
export function placeOrdersUntilStopped(
  customers: HttpClient[],
  products: TestProduct[],
  random: Random,
  url: () => string,
) {
  const sent: { checkoutForm: FormFields; orderId: string }[] = []
  const state = { isOver: false, isAbandoned: false }
  let [cutOff, counted, lastBegun] = [0, 0, 0]
  const placeOrder = async (customer: HttpClient, checkoutForm: FormFields) => {
    for (let isFirst = true; !state.isAbandoned; isFirst = false) {
      const startedAt = performance.now()
      const response = await sendCheckout(customer.copy(url()), checkoutForm).catch(() => undefined)
      if (response?.placed) {
        lastBegun = Math.max(lastBegun, startedAt)
        sent.push({ checkoutForm, orderId: response.placed.order_id })
        return
      }
      if (isFirst) cutOff += 1
      await pause(10)
    }
  }
  const all = Promise.all(
    customers.map(async (customer) => {
      while (!state.isOver) {
        const wanted = products
          .slice(0, 1 + Math.floor(random() * 3))
          .map((product) => ({ product, quantity: 1 + Math.floor(random() * 3) }))
        await placeOrder(customer, createCheckoutForm(wanted))
        await pause(random() * 40)
      }
    }),
  )
  return {
    async placedAfter(moment: number, within: number) {
      for (const until = performance.now() + within; performance.now() < until; await pause(5))
        if (lastBegun > moment) return true
      return false
    },
    acknowledgedSinceLast() {
      const ids = sent.slice(counted).map(({ orderId }) => orderId)
      counted = sent.length
      return ids
    },
    /** For use after a failure, when an attempt may never be acknowledged. */
    abandon() {
      state.isOver = state.isAbandoned = true
    },
    async finish() {
      state.isOver = true
      await all
      return { sent, cutOff }
    },
  }
}

export async function findMissingOrders(db: DatabaseClient, ids: string[]): Promise<string[]> {
  const found = await db.query<{ id: string }>('select id from orders where id = any ($1)', [ids])
  const foundIds = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !foundIds.has(id)).map((id) => `the acknowledged order ${id} is missing`)
}
