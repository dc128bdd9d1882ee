import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Shop } from '#shop/shop.server.ts'

/** What search engines are told of a page: where it is (the slug), and when it was last another (ISO text). */
export type CatalogueAddress = { slug: string; updated_at: string }

/** Every category that holds something shoppers may see, oldest first. */
export const categoryAddresses = ({ db }: Pick<Shop, 'db'>): Promise<CatalogueAddress[]> =>
  db.visitor
    .selectFrom('categories')
    .innerJoin('category_counts', 'category_counts.category_id', 'categories.id')
    .select(['categories.slug', 'categories.updated_at'])
    .where('category_counts.products', '>', 0)
    .orderBy('categories.created_at')
    .orderBy('categories.id')
    .execute()

/** How many products shoppers may see. */
export async function countProductAddresses({ db }: Pick<Shop, 'db'>): Promise<number> {
  const { products } = await db.visitor
    .selectFrom('category_counts')
    .select(sql<number>`coalesce(sum(products), 0)::integer`.as('products'))
    .executeTakeFirstOrThrow()
  return products
}

/**
 * Some of the products that shoppers may see (D11), oldest first: a new one comes last and moves no other into the next file.
 * In: how many to leave out, and how many to give at most.
 */
export const productAddresses = ({ db }: Pick<Shop, 'db'>, { offset, limit }: { offset: number; limit: number }): Promise<CatalogueAddress[]> =>
  productsByAge(db.visitor).offset(offset).limit(limit).execute()

const productsByAge = (db: Kysely<DB>) =>
  db
    .selectFrom('products')
    .select(['slug', 'updated_at'])
    // The visitor's policy hides inactive products as well; written out, it lets the partial index serve.
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
