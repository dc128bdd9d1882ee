import { LOW_STOCK_THRESHOLD } from '#shop/constants.ts'

/** Stands for every stock that is not low; no product has as many. */
export const PLENTIFUL_STOCK = 1e9

/**
 * What a public page says of a stock, in pieces: how many there are while they are few, and otherwise that there are plenty.
 * No more is told than one order may hold of it. So an ordinary sale changes no page; the same bound stands in the trigger invalidate_cache_tags_on_stock_change.
 */
export const displayedStock = (stock: number, maxPerOrder = PLENTIFUL_STOCK): number => (stock < LOW_STOCK_THRESHOLD ? Math.min(stock, maxPerOrder) : PLENTIFUL_STOCK)

/** Whether a stock as shown tells enough for so many pieces; otherwise the shop is asked. */
export const isStockSufficient = (quantity: number, shown: number): boolean => shown !== PLENTIFUL_STOCK || quantity <= LOW_STOCK_THRESHOLD
