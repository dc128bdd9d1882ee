import { ALLERGEN_KEYS, type AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS, type SuitabilityKey } from '#features/catalogue/labels/suitability.ts'
import type {
  FilterCounts,
  HiddenByAllergens,
  ProductQuery,
} from '#features/catalogue/storefront/product-query.ts'

/**
 * Products with the same category, allergen bits (contained, possible, not declared free), claims and
 * availability; the last element is their number.
 */
export type ProductGroup = [
  categoryId: string,
  contained: number,
  possible: number,
  unsafe: number,
  suitableFor: number,
  isInStock: boolean,
  count: number,
]
type Choices = Pick<ProductQuery, 'freeFrom' | 'suitableFor' | 'inStockOnly'> & { categoryId: string | null }

const bitsOf = <Key extends string>(all: readonly Key[], chosen: readonly Key[]) =>
  chosen.reduce((bits, key) => bits | (1 << all.indexOf(key)), 0)
export const allergenBits = (keys: readonly AllergenKey[]) => bitsOf(ALLERGEN_KEYS, keys)
export const suitabilityBits = (keys: readonly SuitabilityKey[]) => bitsOf(SUITABILITY_KEYS, keys)

/**
 * How many products each further choice would leave, how many `freeFrom` hides, and how many there are
 * without `freeFrom` and `suitableFor`. Counts are by category ID.
 */
export function countFilterChoices(
  groups: readonly ProductGroup[],
  { categoryId, freeFrom, suitableFor, inStockOnly }: Choices,
): { counts: FilterCounts; hidden: HiddenByAllergens | null; totalOfAnyLabel: number } {
  const freeBits = allergenBits(freeFrom)
  const suitableBits = suitabilityBits(suitableFor)
  const ofAnyLabel = groups.filter(
    ([id, , , , , isInStock]) => (categoryId === null || id === categoryId) && (isInStock || !inStockOnly),
  )
  const count = (choice: {
    free?: number
    suitable?: number
    inStock?: boolean
    category?: string | null
  }) => {
    const { free = 0, suitable = 0, inStock = inStockOnly, category = categoryId } = choice
    let total = 0
    for (const [id, , , unsafe, suits, isInStock, number] of groups)
      if (
        (category === null || id === category) &&
        (unsafe & (freeBits | free)) === 0 &&
        (suits & (suitableBits | suitable)) === (suitableBits | suitable) &&
        (isInStock || !inStock)
      )
        total += number
    return total
  }
  const countEach = <Key extends string>(keys: readonly Key[], countOf: (key: Key) => number) =>
    Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>
  return {
    counts: {
      freeFrom: countEach(ALLERGEN_KEYS, (key) => count({ free: allergenBits([key]) })),
      suitableFor: countEach(SUITABILITY_KEYS, (key) => count({ suitable: suitabilityBits([key]) })),
      inStock: count({ inStock: true }),
      categories: countEach([...new Set(groups.map(([id]) => id))], (id) => count({ category: id })),
    },
    hidden:
      freeBits === 0
        ? null
        : hiddenBy(
            freeBits,
            ofAnyLabel.filter(([, , , , suits]) => (suits & suitableBits) === suitableBits),
          ),
    totalOfAnyLabel: ofAnyLabel.reduce((sum, [, , , , , , number]) => sum + number, 0),
  }
}

/** Counts each product once, by its worst statement. */
function hiddenBy(freeBits: number, groups: readonly ProductGroup[]): HiddenByAllergens {
  const hidden = { contains: 0, mayContain: 0, notKnown: 0 }
  for (const [, contained, possible, unsafe, , , number] of groups) {
    if (contained & freeBits) hidden.contains += number
    else if (possible & freeBits) hidden.mayContain += number
    else if (unsafe & freeBits) hidden.notKnown += number
  }
  return hidden
}
