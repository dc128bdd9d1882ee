/** Optional texts of a product with their labels and maximum lengths, which are the same as in platform/database/migrations. */
export const PRODUCT_TEXTS = {
  description: { label: 'Description', maxLength: 5000 },
  badge: { label: 'Badge', maxLength: 40 },
  net_weight: { label: 'Net weight', maxLength: 60 },
  brand: { label: 'Brand', maxLength: 120 },
  ingredients: { label: 'Ingredients', maxLength: 5000 },
  allergy_advice: { label: 'Allergy advice', maxLength: 2000 },
  lifestyle: { label: 'Lifestyle', maxLength: 500 },
  dietary_info: { label: 'Dietary information', maxLength: 500 },
  country_of_origin: { label: 'Country of origin', maxLength: 120 },
  storage_instructions: { label: 'Storage instructions', maxLength: 2000 },
} as const
export type ProductText = keyof typeof PRODUCT_TEXTS
export const PRODUCT_TEXT_NAMES = Object.keys(PRODUCT_TEXTS) as ProductText[]

/** A value for each of the texts. */
export const eachProductText = <Value>(valueOf: (name: ProductText) => Value) =>
  Object.fromEntries(PRODUCT_TEXT_NAMES.map((name) => [name, valueOf(name)])) as Record<ProductText, Value>
