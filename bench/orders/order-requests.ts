import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { aCategory, aProduct, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { aSubmit, type Answered } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import type { Visitor } from '#tests/fixtures/http/http-client.ts'
import { ask, type Answer } from '#bench/runner/http-load.ts'

/** More than any measurement buys. */
export const PLENTY = 1_000_000
const MAILS_SECONDS_MOST = 60
const CHECKOUT = `/_data?u=${encodeURIComponent('/checkout')}`

export async function goodsFor(look: Look, count: number, stockOf = (_place: number) => PLENTY): Promise<Good[]> {
  const category_id = await aCategory(look, 'Measured Goods')
  return Promise.all(Array.from({ length: count }, (_, place) => aProduct(look, { name: `Measured ${place}`, price: 4.5, stock: stockOf(place), category_id })))
}

/** One to three products of those, a piece each. */
export function aBasket(goods: readonly Good[]): { product: Good; quantity: number }[] {
  const wanted = new Set(Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => goods[Math.floor(Math.random() * goods.length)]!))
  return [...wanted].map((product) => ({ product, quantity: 1 }))
}

export type OrderAnswer = Answer & { told: Answered }

/** The last step of checkout, as the shop's script sends it. */
export async function order(agent: Agent, { url, cookie }: Pick<Visitor, 'url' | 'cookie'>, basket: Parameters<typeof aSubmit>[0]): Promise<OrderAnswer> {
  const answer = await ask(agent, url, { path: CHECKOUT, method: 'POST', headers: { cookie, 'accept-encoding': 'br;q=0' }, form: aSubmit(basket) })
  const { actionData } = JSON.parse(answer.text) as { actionData?: Record<string, unknown> }
  if (!actionData) throw new Error(`The checkout answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return { ...answer, told: actionData['checkout'] as Answered }
}

const WAITING = `select count(*) as waiting from outbox where sent_at is null and last_error is null`
export const mailsWaiting = async (look: Look) => (await look.query<{ waiting: number }>(WAITING))[0]!.waiting

/** So that what is measured next does not carry the mails of what was measured before. */
export async function untilMailsAreSent(look: Look): Promise<void> {
  for (const until = performance.now() + MAILS_SECONDS_MOST * 1000; performance.now() < until && (await mailsWaiting(look)) > 0; ) await pause(100)
}

/** Throws unless every order that somebody was told of is there, none besides, and stock and totals add up. */
export async function checkOrders(look: Look, told: readonly string[]): Promise<void> {
  const [found] = await look.query<{ all: number; told: number }>('select count(*) as all, count(*) filter (where id = any ($1::uuid[])) as told from orders', [told])
  const wrong = await whatDoesNotAddUp(look)
  const isAsTold = found!.all === told.length && found!.told === told.length
  if (!isAsTold || wrong.length > 0) {
    throw new Error(`${told.length} orders were told, of which ${found!.told} are there among ${found!.all}; what does not add up: ${JSON.stringify(wrong).slice(0, 500)}`)
  }
}
