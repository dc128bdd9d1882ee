/** The same limits as in platform/database/migrations; optional texts are in product-texts.ts. */
export const MAX_LENGTHS = {
  name: 200,
  category_name: 120,
  category_description: 2000,
  manufacturer: 300,
} as const
