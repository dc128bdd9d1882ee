import { EXACT_STOCK_BELOW } from '#shop/constants.ts'

/** Represents any stock that is not low; higher than any real stock. */
export const PLENTIFUL_STOCK = 1e9

/** In units: exact if low, so that an ordinary sale changes no page; after_stock_change() uses the same limit. */
export const displayedStock = (stock: number, maxPerOrder = PLENTIFUL_STOCK): number =>
  stock < EXACT_STOCK_BELOW ? Math.min(stock, maxPerOrder) : PLENTIFUL_STOCK

/** Whether a displayed stock certainly covers a quantity. */
export const isStockSufficient = (quantity: number, shown: number): boolean =>
  shown !== PLENTIFUL_STOCK || quantity <= EXACT_STOCK_BELOW
