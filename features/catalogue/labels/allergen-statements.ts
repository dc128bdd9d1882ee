/** The 14 allergens of British law in the law's order, by their keys in addresses. */
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

export const eachAllergen = <Value>(valueOf: (key: AllergenKey) => Value) =>
  Object.fromEntries(ALLERGEN_KEYS.map((key) => [key, valueOf(key)])) as Record<AllergenKey, Value>

export const createUnknownAllergens = (): AllergenStatements => eachAllergen(() => 'not known')

export const allergensWith = (
  allergens: Partial<AllergenStatements>,
  statement: AllergenStatement,
): AllergenKey[] => ALLERGEN_KEYS.filter((key) => allergens[key] === statement)

/** 'milk', 'milk and nuts' or 'milk, nuts and sesame'. */
export const listWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const listAllergenNames = (keys: readonly AllergenKey[]) =>
  listWords(keys.map((key) => ALLERGEN_NAMES[key]))

const adviceNames = (keys: readonly AllergenKey[]) =>
  // Written as one word on labels, because 'SULPHUR DIOXIDE AND SULPHITES' looks like two entries of a list.
  listWords(keys.map((key) => (key === 'sulphites' ? 'SULPHITES' : ALLERGEN_NAMES[key].toUpperCase())))

const NO_ALLERGENS_ADVICE = 'Contains none of the 14 named allergens as ingredients.'

/** 'Contains: MILK. May contain: SESAME.' for allergens that are or may be present. */
export function presentAllergensAdvice(allergens: Partial<AllergenStatements>): string | null {
  const contained = allergensWith(allergens, 'contains')
  const possible = allergensWith(allergens, 'may contain')
  const sentences = [
    contained.length > 0 && `Contains: ${adviceNames(contained)}.`,
    possible.length > 0 && `May contain: ${adviceNames(possible)}.`,
  ]
  return sentences.filter(Boolean).join(' ') || null
}

/** The allergy advice that follows from the statements; null if nothing is known. */
export function allergyAdviceOf(allergens: AllergenStatements): string | null {
  const unknown = allergensWith(allergens, 'not known')
  if (unknown.length === ALLERGEN_KEYS.length) return null
  const sentences = [
    unknown.length === 0 && allergensWith(allergens, 'contains').length === 0 && NO_ALLERGENS_ADVICE,
    presentAllergensAdvice(allergens),
    unknown.length > 0 && `Not known: ${adviceNames(unknown)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
