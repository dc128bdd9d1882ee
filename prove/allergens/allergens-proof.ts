import type { ProofDefinition } from '#prove/runner/proof.ts'
import { freeFromLists, unknownAllergens } from './free-from-lists.ts'

const SEARCH = 'features/catalogue/search/sql/search_storefront.sql'
const COUNTS = 'features/catalogue/search/filter-counts.ts'

export const allergens: ProofDefinition = {
  name: 'allergens',
  title: 'Allergens',
  about:
    'A list of what is free from allergens shows a product only if each of them is stored as free; the proof reads the stored statements itself. A count that differs is wrong too, and so is a product in a list for an allergen that the shop does not know.',
  steps: [freeFromLists, unknownAllergens],
  mutants: [
    {
      guard: 'a product that may contain an allergen is not free from it',
      step: 'free-from',
      file: SEARCH,
      from: 'l.unsafe_allergens & $5 = 0',
      to: '(l.unsafe_allergens & ~l.allergens_possible) & $5 = 0',
    },
    {
      guard: 'a product with an unknown statement is not free from the allergen',
      step: 'free-from',
      file: SEARCH,
      from: 'l.unsafe_allergens & $5 = 0',
      to: '(l.allergens_contained | l.allergens_possible) & $5 = 0',
    },
    {
      guard: 'a list for two allergens shows products free from both',
      step: 'free-from',
      file: COUNTS,
      from: 'bitsOf(ALLERGEN_KEYS, keys)',
      to: 'bitsOf(ALLERGEN_KEYS, keys.slice(0, 1))',
    },
    {
      guard: 'a changed allergen statement changes the lists',
      step: 'free-from',
      file: 'features/catalogue/products/triggers/product_copies.sql',
      from: 'new.dietary_info, new.allergens) then',
      to: 'new.dietary_info, old.allergens) then',
    },
    {
      guard: 'a hidden product is counted once, by its worst statement',
      step: 'free-from',
      file: COUNTS,
      from: 'if (contained & freeBits) hidden',
      to: 'if (contained & freeBits && !(possible & freeBits)) hidden',
    },
    {
      guard: 'an unknown allergen key shows no product',
      step: 'unknown',
      file: 'features/catalogue/storefront/storefront-catalogue.server.ts',
      from: ' || unknownFreeFrom.length > 0',
      to: '',
    },
  ],
}
