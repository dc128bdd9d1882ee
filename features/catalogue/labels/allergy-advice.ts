import {
  ALLERGEN_KEYS,
  allergensWith,
  allergyAdviceOf,
  listAllergenNames,
  presentAllergensAdvice,
  type AllergenStatements,
} from './allergen-statements.ts'
import { findNamedInAdvice } from './read-allergens.ts'

/** The text, and what the statements add to it, because a statement may be newer than the text. */
export function completeAllergyAdvice(advice: string | null, allergens: AllergenStatements): string | null {
  if (!advice) return presentAllergensAdvice(allergens) ?? allergyAdviceWithoutUnknown(allergens)
  const { contained, possible } = findNamedInAdvice(advice)
  const added = ALLERGEN_KEYS.filter(
    (key) => !contained.has(key) && (allergens[key] === 'contains' || !possible.has(key)),
  )
  const addition = presentAllergensAdvice(Object.fromEntries(added.map((key) => [key, allergens[key]])))
  return addition ? `${advice} ${addition}` : advice
}

const allergyAdviceWithoutUnknown = (allergens: AllergenStatements) =>
  allergensWith(allergens, 'not known').length === 0 ? allergyAdviceOf(allergens) : null

/** Without a text, the page says that it is missing, which covers all 14. */
export function unknownAllergens(advice: string | null, allergens: AllergenStatements): string[] {
  if (!advice) return []
  const { declaredUnknown } = findNamedInAdvice(advice)
  const unknown = allergensWith(allergens, 'not known').filter((key) => !declaredUnknown.has(key))
  if (unknown.length === 0) return []
  const names =
    unknown.length === ALLERGEN_KEYS.length ? 'each of the 14 allergens' : listAllergenNames(unknown)
  return [`Not known for this product: ${names}`]
}
