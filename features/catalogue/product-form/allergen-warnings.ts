import {
  ALLERGEN_KEYS,
  allergensWith,
  type AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'
import {
  findNamedInAdvice,
  findNamedInIngredients,
  isUnclearIn,
} from '#features/catalogue/labels/read-allergens.ts'
import {
  allergenNotInAdviceMessage,
  allergenInTextMessage,
  allergensNotKnownMessage,
  allergenUnclearInTextMessage,
} from '#features/catalogue/products/product-messages.ts'
import { isBlank } from '#shop/text/white-space.ts'
import { allergenField } from './product-form-values.ts'

type CheckedLabel = {
  allergens: AllergenStatements
  allergy_advice: string | null
  ingredients: string | null
}

/** Contradictions between the statements and the texts, by field name. */
export function allergenWarnings({
  allergens,
  allergy_advice,
  ingredients,
}: CheckedLabel): Record<string, string> {
  const said = findNamedInAdvice(allergy_advice)
  const listed = findNamedInIngredients(ingredients)
  const hasAdvice = !isBlank(allergy_advice ?? '')
  return Object.fromEntries(
    ALLERGEN_KEYS.flatMap((key) => {
      const statement = allergens[key]
      const isPresent = statement === 'contains' || statement === 'may contain'
      const isSaid = said.contained.has(key) || said.possible.has(key)
      const sentence =
        listed.contained.has(key) && statement !== 'contains'
          ? allergenInTextMessage('ingredients', key, statement)
          : !isPresent && (isSaid || listed.possible.has(key))
            ? allergenInTextMessage(isSaid ? 'allergy advice' : 'ingredients', key, statement)
            : isPresent && hasAdvice && !(statement === 'contains' ? said.contained.has(key) : isSaid)
              ? allergenNotInAdviceMessage(key, statement)
              : statement === 'free' && (isUnclearIn(said, key) || isUnclearIn(listed, key))
                ? allergenUnclearInTextMessage(isUnclearIn(said, key) ? 'allergy advice' : 'ingredients', key)
                : null
      return sentence === null ? [] : [[allergenField(key), sentence]]
    }),
  )
}

/** Reported at the first unknown allergen. */
export function unknownAllergensWarning(allergens: AllergenStatements): Record<string, string> {
  const unknown = allergensWith(allergens, 'not known')
  const [first] = unknown
  return first ? { [allergenField(first)]: allergensNotKnownMessage(unknown) } : {}
}
