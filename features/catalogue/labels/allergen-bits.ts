import { ALLERGEN_KEYS, type AllergenKey, type AllergenStatements } from './allergen-statements.ts'

/**
 * Allergen statements in page data: bit masks of the allergens contained, possible, and not declared free.
 * The same as features/catalogue/labels/sql/allergen_bits.sql.
 */
export type AllergenBits = readonly [contained: number, possible: number, unsafe: number]

const bitsWhere = (isSet: (key: AllergenKey) => boolean) =>
  ALLERGEN_KEYS.reduce((bits, key, index) => bits + (isSet(key) ? 1 << index : 0), 0)

export const toAllergenBits = (allergens: Partial<AllergenStatements>): AllergenBits => [
  bitsWhere((key) => allergens[key] === 'contains'),
  bitsWhere((key) => allergens[key] === 'may contain'),
  bitsWhere((key) => allergens[key] !== 'free'),
]

export const hasBit = (bits: number, key: AllergenKey) => (bits & (1 << ALLERGEN_KEYS.indexOf(key))) !== 0

/** What at least one of the products contains, may contain, or does not declare free. */
export const combineAllergenBits = (products: readonly AllergenBits[]): AllergenBits =>
  products.reduce<AllergenBits>(
    (all, bits) => [all[0] | bits[0], all[1] | bits[1], all[2] | bits[2]],
    [0, 0, 0],
  )
