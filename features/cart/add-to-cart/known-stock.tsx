import type { PurchasableProduct } from './purchasable-product.ts'
import { createSignal, useSignal } from '#kit/hydration/signal.ts'

/** By product object, because new page data bring new objects. */
const knownStock = new WeakMap<PurchasableProduct, number>()
const updateCount = createSignal(0)

export const getStock = (product: PurchasableProduct): number => knownStock.get(product) ?? product.stock

export function useStock(product: PurchasableProduct): number {
  useSignal(updateCount)
  return getStock(product)
}

export function setKnownStock(product: PurchasableProduct, stock: number) {
  knownStock.set(product, stock)
  updateCount.set(updateCount.get() + 1)
}
