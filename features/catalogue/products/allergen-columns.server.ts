import { sql } from 'kysely'
import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'

export const ALLERGEN_BITS = sql<AllergenBits>`allergen_bits(products.allergens)`.as('allergens')
