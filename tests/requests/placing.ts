import { randomUUID } from 'node:crypto'
import type { PlacingFailure } from '#web/checkout/checkout-page.server.ts'
import type { Good, Wanted } from '../arrange.ts'
import { ADDRESS, type Fields, type Visitor } from '../visitor.ts'

export type Answered = { placed?: { order_id: string } } & Partial<PlacingFailure>

export const linesOf = (wanted: Wanted[]) =>
  wanted.map(({ product, quantity, price }) => ({ id: product.id, quantity, price: price ?? product.price }))

/** What the last step of checkout sends: the address, the cart as the shopper saw it, and a key of its own. */
export const aSubmit = (wanted: Wanted[], changes: Fields = {}): Fields => ({
  ...ADDRESS,
  payment_method: 'cod',
  idempotency_key: randomUUID(),
  lines: JSON.stringify(linesOf(wanted)),
  ...changes,
})

/** Sends it as the checkout's script does. */
export async function send(customer: Visitor, submit: Fields): Promise<Answered> {
  const { actionData, errors } = await customer.submit('/checkout', submit)
  if (!actionData) throw new Error(`The checkout gave no answer: ${JSON.stringify(errors)}`)
  return actionData['checkout'] as Answered
}

/** Places an order that has to succeed, and gives its id. */
export async function place(customer: Visitor, wanted: Wanted[], changes: Fields = {}): Promise<string> {
  const answer = await send(customer, aSubmit(wanted, changes))
  if (!answer.placed) throw new Error(`The order of this test was refused: ${JSON.stringify(answer)}`)
  return answer.placed.order_id
}

/** What the shop tells everybody about a product on sale. */
export async function goodOf(visitor: Visitor, id: string): Promise<Good> {
  const [good] = (await (await visitor.fetch(`/api/cart?ids=${id}`)).json()) as Good[]
  if (!good) throw new Error(`There is no product ${id} on sale.`)
  return good
}
