import type {
  AllergenKey,
  AllergenStatement,
  AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_LABELS, type SuitabilityKey } from '#features/catalogue/labels/suitability.ts'
import { claimContradictedMessage } from '#features/catalogue/products/product-messages.ts'
import type { NewProduct } from '#features/catalogue/products/product.ts'

type SuitabilityClaim = {
  suitability: SuitabilityKey
  pattern: RegExp
  allergens: readonly AllergenKey[]
  contradictedBy: readonly AllergenStatement[]
}

const NOT_VEGETARIAN = ['fish', 'crustaceans', 'molluscs'] as const

/** Traces do not make food less vegan, because that claim concerns ingredients. 'Gluten free' concerns traces too. */
const CLAIMS: readonly SuitabilityClaim[] = [
  {
    suitability: 'gluten-free',
    pattern: /\bgluten[\s-]?free\b|\bfree (?:of|from) gluten\b/i,
    allergens: ['gluten'],
    contradictedBy: ['contains', 'may contain', 'not known'],
  },
  {
    suitability: 'vegan',
    pattern: /\bvegans?\b|\bplant[\s-]based\b/i,
    allergens: ['milk', 'eggs', ...NOT_VEGETARIAN],
    contradictedBy: ['contains'],
  },
  {
    suitability: 'vegetarian',
    pattern: /\bvegetarians?\b/i,
    allergens: NOT_VEGETARIAN,
    contradictedBy: ['contains'],
  },
]
const NEGATION = /\b(?:no|non|not|never|cannot|unsuitable|isn[’']t)\b/i

const CLAIM_FIELDS = ['name', 'badge', 'description', 'lifestyle', 'dietary_info'] as const
type ClaimSource = Pick<NewProduct, (typeof CLAIM_FIELDS)[number]> & { allergens: AllergenStatements }

/** 'Not suitable for vegans' is not a claim. */
const isClaimedIn = (text: string, pattern: RegExp) =>
  text.split(/[,;.\n]/).some((part) => {
    const found = pattern.exec(part)
    return found !== null && !NEGATION.test(part.slice(0, found.index))
  })

/** Claims that the allergen statements contradict: messages by the name of the first field with the claim. */
export function findContradictedClaims(product: ClaimSource): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { suitability, pattern, allergens, contradictedBy } of CLAIMS) {
    const field = CLAIM_FIELDS.find((name) => isClaimedIn(product[name] ?? '', pattern))
    const keys = allergens.filter((key) => contradictedBy.includes(product.allergens[key]))
    const [first] = keys
    if (field && first)
      (found[field] ??= []).push(
        claimContradictedMessage(SUITABILITY_LABELS[suitability], keys, product.allergens[first]),
      )
  }
  return found
}
