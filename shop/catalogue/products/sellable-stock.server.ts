import { sql } from 'kysely'

/** What may be sold: without batches that are past their best-before or recalled. */
export const SELLABLE_STOCK = sql<number>`coalesce(products.sellable_stock, products.stock)`
