import type { PurchasableProduct } from './purchasable-product.ts'
import { createSignal, useSignal } from '#web/client/hydration/signal.ts'

/** Stocks that the shop was asked for, by the product of a page: the next page that is fetched brings its own. */
const knownStock = new WeakMap<PurchasableProduct, number>()
const updateCount = createSignal(0)

/** How many there are, in pieces: as the shop said when it was asked, and otherwise as the page shows it. */
export const getStock = (product: PurchasableProduct): number => knownStock.get(product) ?? product.stock

export function useStock(product: PurchasableProduct): number {
  useSignal(updateCount)
  return getStock(product)
}

export function setKnownStock(product: PurchasableProduct, stock: number) {
  knownStock.set(product, stock)
  updateCount.set(updateCount.get() + 1)
}
