import { Client } from 'pg'
import { expect, inject } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import { anAdmin, aShop } from './arrange.ts'
import { fillShop } from './big-shop.ts'
import { tablesReadThrough, tellingPlans, type Captured } from './captured-plans.ts'
import { newTestDatabase, type TestDatabase } from './database.ts'
import { onDatabase } from './setup-databases.ts'

/** The large shop in small: what reads a list of it as it should reads the same share of the large one. */
export const SIZE = { products: 3000, customers: 1500, orders: 12_000 }
const LARGE = new Set(['products', 'stock_levels', 'product_words', 'product_terms', 'product_vocabulary', 'orders', 'order_items', 'order_history', 'inventory_adjustments', 'user_profiles'])

export type FilledShop = {
  database: TestDatabase
  plans: Awaited<ReturnType<typeof tellingPlans>>
  /** The one tells its plans; the other is quicker, for comparing what is found. */
  shop: Shop
  plain: Shop
  admin: Admin
  /** The id of the largest category. */
  category: string
  /** A connection past every right, which tells its plans. */
  superuser: Client
  close(): Promise<void>
}

export async function aFilledShop(): Promise<FilledShop> {
  const database = await newTestDatabase()
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const connectionString = onDatabase(inject('testServer').administrator, row!.name)
  await fillShop(connectionString, SIZE)
  const admin = await anAdmin(database)
  const plans = await tellingPlans(database)
  const superuser = new Client({ connectionString })
  await superuser.connect()
  const [largest] = await database.query<{ id: string }>('select category_id as id from category_counts order by products desc limit 1')
  return {
    database, plans, shop: aShop(plans), plain: aShop(database), admin, category: largest!.id, superuser,
    async close() {
      await superuser.end()
      await plans.close()
      await database.close()
    },
  }
}

/** No large table is gone through, and not more statements are sent than a page may cost. */
export function holds({ nodes, statements }: Captured, budget: number) {
  expect(nodes.length).toBeGreaterThan(0)
  expect(tablesReadThrough(nodes).filter((table) => LARGE.has(table))).toEqual([])
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(budget)
}
