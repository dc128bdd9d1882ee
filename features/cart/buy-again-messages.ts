import { formatPounds } from '#shop/money/money.ts'

export const buyAgainLabel = 'Buy again'
export const buyAgainFailed =
  'The prices and stock of today could not be read, so nothing was added to your cart. Try again in a moment.'

const alsoInCart = (inCart: number) => (inCart > 0 ? `, and your cart had ${inCart} already` : '')

export const notSoldAnyMore = (name: string) => `${name} is no longer sold, so it was not added.`
export const soldOutNow = (name: string) => `${name} is sold out, so it was not added.`
export const renamed = (from: string, to: string) => `${from} is now called ${to}.`
export const otherPrice = (name: string, from: number, to: number) =>
  `${name} now costs ${formatPounds(to)}, ${to > from ? 'up' : 'down'} from ${formatPounds(from)}.`
export const otherWeight = (name: string, from: string | null, to: string) =>
  `${name} now holds ${to}${from === null ? '' : `, and held ${from}`}.`
export const fewerAdded = (name: string, added: number, ordered: number, reason: string) =>
  `${name}: ${added === 0 ? `none of ${ordered}` : `${added} of ${ordered}`} added. ${reason}`
export const onlySoManyLeft = (stock: number, inCart: number) => `Only ${stock} left${alsoInCart(inCart)}.`
export const limitedTo = (limit: number, inCart: number) =>
  `At most ${limit} of one product in an order${alsoInCart(inCart)}.`
export const orderHolds = (limit: number) => `An order holds at most ${limit} items.`

export function buyAgainSummary(added: number, ordered: number): string {
  if (added === 0) return 'Nothing was added to your cart'
  if (added < ordered) return `${added} of ${ordered} items added to your cart`
  return ordered === 1 ? 'The item is in your cart' : `All ${ordered} items are in your cart`
}
