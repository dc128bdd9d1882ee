import { LOW_STOCK_BELOW } from '#shop/constants.ts'

/** Stands for every stock that is not low; no product has as many. */
export const PLENTY = 1e9

/**
 * What a public page says of a stock, in pieces: how many there are while they are few, and otherwise that there are plenty.
 * No more is told than one order may hold of it. So an ordinary sale changes no page; the same bound stands in the trigger tell_pages_of_stock.
 */
export const shownStock = (stock: number, mostOfOrder = PLENTY): number => (stock < LOW_STOCK_BELOW ? Math.min(stock, mostOfOrder) : PLENTY)

/** §5: whether a stock as shown tells enough for so many pieces; otherwise the shop is asked. */
export const isSureOf = (quantity: number, shown: number): boolean => shown !== PLENTY || quantity <= LOW_STOCK_BELOW
