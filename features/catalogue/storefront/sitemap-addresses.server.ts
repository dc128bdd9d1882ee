import { sql } from 'kysely'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

type AddressDependencies = Pick<ShopDependencies, 'db'>
export type ProductAddress = { slug: string; updated_at: string }

export const listCategoryAddresses = ({ db }: AddressDependencies): Promise<{ slug: string }[]> =>
  db.visitor
    .selectFrom('categories')
    .innerJoin('category_counts', 'category_counts.category_id', 'categories.id')
    .select('categories.slug')
    .where('category_counts.products', '>', 0)
    .orderBy('categories.created_at')
    .orderBy('categories.id')
    .execute()

export async function countProductAddresses({ db }: AddressDependencies): Promise<number> {
  const { products } = await db.visitor
    .selectFrom('category_counts')
    .select(sql<number>`coalesce(sum(products), 0)::integer`.as('products'))
    .executeTakeFirstOrThrow()
  return products
}

/** Oldest first, so that a new product moves no other one to the next sitemap file. */
export const listProductAddresses = (
  { db }: AddressDependencies,
  { offset, limit }: { offset: number; limit: number },
): Promise<ProductAddress[]> =>
  db.visitor
    .selectFrom('products')
    .select(['slug', 'updated_at'])
    // Row level security hides inactive products as well; the condition allows the partial index.
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
