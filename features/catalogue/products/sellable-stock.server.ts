import { sql } from 'kysely'

/** Stock without batches that are recalled or past their best-before. */
export const SELLABLE_STOCK = sql<number>`coalesce(products.sellable_stock, products.stock)`
