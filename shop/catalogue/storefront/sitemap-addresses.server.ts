import { sql } from 'kysely'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

type AddressDependencies = Pick<ShopDependencies, 'db'>
/** Where a product's page is, and when the owner last changed it (ISO text). */
export type ProductAddress = { slug: string; updated_at: string }

/** The slug of every category that holds something shoppers may see, oldest first. */
export const listCategoryAddresses = ({ db }: AddressDependencies): Promise<{ slug: string }[]> =>
  db.visitor
    .selectFrom('categories')
    .innerJoin('category_counts', 'category_counts.category_id', 'categories.id')
    .select('categories.slug')
    .where('category_counts.products', '>', 0)
    .orderBy('categories.created_at')
    .orderBy('categories.id')
    .execute()

/** How many products shoppers may see. */
export async function countProductAddresses({ db }: AddressDependencies): Promise<number> {
  const { products } = await db.visitor
    .selectFrom('category_counts')
    .select(sql<number>`coalesce(sum(products), 0)::integer`.as('products'))
    .executeTakeFirstOrThrow()
  return products
}

/**
 * Some of the products that shoppers may see, oldest first: a new one comes last and moves no other into the next file.
 * In: how many to leave out, and how many to give at most.
 */
export const listProductAddresses = ({ db }: AddressDependencies, { offset, limit }: { offset: number; limit: number }): Promise<ProductAddress[]> =>
  db.visitor
    .selectFrom('products')
    .select(['slug', 'updated_at'])
    // The visitor's policy hides inactive products as well; written out, it lets the index of 'Newest' serve, read from its end.
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
