/** Label claims that shoppers filter by, by their keys in addresses. Never inferred from allergens. */
export const SUITABILITY_LABELS = {
  vegan: 'Vegan',
  vegetarian: 'Vegetarian',
  halal: 'Halal',
  'gluten-free': 'Gluten free',
  organic: 'Organic',
} as const
export type SuitabilityKey = keyof typeof SUITABILITY_LABELS
export const SUITABILITY_KEYS = Object.keys(SUITABILITY_LABELS) as SuitabilityKey[]
