/** The 14 allergens of British law by their keys in addresses, in the order of the law. */
export const ALLERGEN_NAMES = {
  celery: 'celery',
  gluten: 'cereals containing gluten',
  crustaceans: 'crustaceans',
  eggs: 'eggs',
  fish: 'fish',
  lupin: 'lupin',
  milk: 'milk',
  molluscs: 'molluscs',
  mustard: 'mustard',
  nuts: 'nuts',
  peanuts: 'peanuts',
  sesame: 'sesame',
  soybeans: 'soybeans',
  sulphites: 'sulphur dioxide and sulphites',
} as const
export type AllergenKey = keyof typeof ALLERGEN_NAMES
export const ALLERGEN_KEYS = Object.keys(ALLERGEN_NAMES) as AllergenKey[]

/** Only `free` counts as free: filters and marks treat the other three alike. */
export const ALLERGEN_STATEMENTS = ['contains', 'may contain', 'free', 'not known'] as const
export type AllergenStatement = (typeof ALLERGEN_STATEMENTS)[number]
export type AllergenStatements = Record<AllergenKey, AllergenStatement>

export const createUnknownAllergens = (): AllergenStatements =>
  Object.fromEntries(ALLERGEN_KEYS.map((key) => [key, 'not known'])) as AllergenStatements
