import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { StockAlertProduct } from './stock-alert-email.ts'

export async function readStockAlertData(db: Kysely<DB>, productId: string): Promise<StockAlertProduct> {
  const product = await db
    .selectFrom('products')
    .select(['name', 'slug', 'price', 'is_active', 'net_weight'])
    .select(sql<number>`coalesce(sellable_stock, stock)`.as('stock'))
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Error(`There is no product ${productId}.`)
  const { stock, is_active, ...shown } = product
  return { ...shown, isInStock: is_active && stock > 0 }
}
