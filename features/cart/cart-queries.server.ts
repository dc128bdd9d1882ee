import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { ALLERGEN_BITS } from '#features/catalogue/products/allergen-columns.server.ts'
import { SELLABLE_STOCK } from '#features/catalogue/products/sellable-stock.server.ts'
import { pictureColumn } from '#features/catalogue/products/picture-columns.server.ts'

/** Inactive and unknown products are left out. */
export const selectCartProducts = (db: Kysely<DB>, ids: readonly string[]) =>
  db
    .selectFrom('products')
    .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
    .select([
      'products.id',
      'products.slug',
      'products.name',
      'products.image_url',
      'products.price',
      'products.net_weight',
    ])
    .select([ALLERGEN_BITS, pictureColumn, SELLABLE_STOCK.as('stock')])
    .where('products.is_active', '=', true)
    // One array parameter, because a list of values would be another statement for each length.
    .where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('products.id')
    .execute()
