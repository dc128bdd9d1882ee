import type { Buyable } from './purchasable-product.ts'
import { createSignal, useSignal } from '#web/client/hydration/signal.ts'

/** Stocks that the shop was asked for, by the product of a page: the next page that is fetched brings its own. */
const learnt = new WeakMap<Buyable, number>()
const timesLearnt = createSignal(0)

/** How many there are, in pieces: as the shop said when it was asked, and otherwise as the page shows it. */
export const stockOf = (product: Buyable): number => learnt.get(product) ?? product.stock

export function useStock(product: Buyable): number {
  useSignal(timesLearnt)
  return stockOf(product)
}

export function keepStock(product: Buyable, stock: number) {
  learnt.set(product, stock)
  timesLearnt.set(timesLearnt.get() + 1)
}
