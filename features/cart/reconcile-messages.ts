import { formatPounds } from '#shop/money/money.ts'

export const priceChanged = (name: string, from: number, to: number) =>
  `The price of ${name} has changed from ${formatPounds(from)} to ${formatPounds(to)}.`
export const onlyLeft = (name: string, stock: number) =>
  `Only ${stock} of ${name} left, so your cart now has ${stock}.`
export const overLimit = (name: string, limit: number) =>
  `At most ${limit} of one product in an order, so your cart now has ${limit} of ${name}.`
export const soldOut = (name: string) => `${name} is sold out, so it is no longer in your cart.`
export const noLongerSold = (name: string) => `${name} is no longer sold, so it is no longer in your cart.`
