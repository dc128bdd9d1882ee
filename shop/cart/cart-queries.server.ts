import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import { pictureColumn } from '#shop/catalogue/products/picture-columns.server.ts'

/** What is true now of the products with these ids; inactive and unknown ones are not among them. */
export const selectCartProducts = (db: Kysely<DB>, ids: readonly string[]) =>
  db
    .selectFrom('products')
    .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
    .select([
      'products.id', 'products.slug', 'products.name', 'products.image_url', 'products.price', 'products.stock', 'products.net_weight',
    ])
    .select(pictureColumn)
    .where('products.is_active', '=', true)
    // One list and not a value for each, which would be another statement for each length.
    .where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('products.id')
    .execute()
