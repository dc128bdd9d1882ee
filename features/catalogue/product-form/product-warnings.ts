import type { AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { messages } from '#shop/messages/messages.ts'
import { isBlank } from '#shop/text/white-space.ts'
import {
  findContradictions,
  contradictionMessage,
  findMissingNutrients,
  findUnsupportedClaims,
} from '#features/catalogue/nutrition/nutrition-claims.ts'
import { NUTRIENTS, type NutrientKey } from '#features/catalogue/nutrition/nutrition.ts'
import {
  nutrientMissingMessage,
  nutrientNotNumericMessage,
} from '#features/catalogue/products/product-messages.ts'
import { allergenWarnings, unknownAllergensWarning } from './allergen-warnings.ts'
import { findContradictedClaims } from './claim-warnings.ts'
import type { NewProduct, NutritionInfo } from '#features/catalogue/products/product.ts'

type CheckedProduct = Pick<
  NewProduct,
  | 'is_active'
  | 'name'
  | 'price'
  | 'badge'
  | 'description'
  | 'ingredients'
  | 'allergy_advice'
  | 'dietary_info'
  | 'lifestyle'
  | 'nutrition_info'
> & { allergens: AllergenStatements }

/** The format of real control body codes; the demo's code is invented. */
const CONTROL_BODY_CODE = /\bGB-ORG-(\d{2}|XX)\b/
const ORGANIC_CLAIM = /\borganic/i

/** An owner who enters more than energy, fat, carbohydrate and protein intends the declaration of all seven. */
const MAX_MISSING_NUTRIENTS = 2

/** Allowed after confirmation. */
const isFoodInformationMissing = ({
  ingredients,
  allergy_advice,
}: Pick<CheckedProduct, 'ingredients' | 'allergy_advice'>): boolean =>
  isBlank(ingredients ?? '') || isBlank(allergy_advice ?? '')

type ActivatedProduct = Omit<CheckedProduct, 'is_active' | 'nutrition_info'>

/** For activation outside the product form, which shows only the first warning. */
export function activationWarning(product: ActivatedProduct): string | null {
  if (product.price === 0) return messages.priceIsZero
  if (isFoodInformationMissing(product)) return messages.foodInformationMissing
  const [first] = [
    ...Object.values(unknownAllergensWarning(product.allergens)),
    ...Object.values(allergenWarnings(product)),
    ...Object.values(findContradictedClaims(product)).flat(),
  ]
  return first ?? null
}

const joinLines = (sentences: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(sentences).map(([field, each]) => [field, each.join('\n')]))

/** Warnings about nutrition entries: values that are not numbers, or implausible together. */
export function nutritionWarnings(
  info: NutritionInfo,
  nonNumericNutrients: readonly NutrientKey[],
): { key: NutrientKey; sentence: string }[] {
  const unitOf = (key: NutrientKey) => NUTRIENTS.find((nutrient) => nutrient.key === key)!.unit
  return [
    ...nonNumericNutrients.map((key) => ({ key, sentence: nutrientNotNumericMessage(key, unitOf(key)) })),
    ...findContradictions(info).map(contradictionMessage),
  ]
}

/** Warnings that the change causes, or that can harm somebody; a question at every save would be confirmed unread. */
export function warningsOfChange(
  before: CheckedProduct,
  after: CheckedProduct,
  nonNumericNutrients: readonly NutrientKey[],
): Record<string, string> {
  const known = linesOf(productWarnings(before))
  const harmful = linesOf({ ...allergenWarnings(after), ...joinLines(findContradictedClaims(after)) })
  return Object.fromEntries(
    Object.entries(productWarnings(after, nonNumericNutrients)).flatMap(([field, text]) => {
      const asked = text.split('\n').filter((line) => harmful.has(line) || !known.has(line))
      return asked.length > 0 ? [[field, asked.join('\n')]] : []
    }),
  )
}

const nutrientField = (key: NutrientKey) => `nutrition_info.${key}.value`

const linesOf = (warnings: Record<string, string>) =>
  new Set(Object.values(warnings).flatMap((text) => text.split('\n')))

/**
 * Warnings that the owner may confirm: messages by field name. For an inactive product, only losses and
 * contradictions matter, not missing values.
 */
export function productWarnings(
  product: CheckedProduct,
  nonNumericNutrients: readonly NutrientKey[] = [],
): Record<string, string> {
  const nutrition: Record<string, string[]> = {}
  for (const { key, sentence } of nutritionWarnings(product.nutrition_info, nonNumericNutrients))
    (nutrition[nutrientField(key)] ??= []).push(sentence)
  const allergens = allergenWarnings(product)
  const claims = findContradictedClaims(product)
  if (!product.is_active) return { ...allergens, ...joinLines(claims), ...joinLines(nutrition) }
  const missing = findMissingNutrients(product.nutrition_info)
  if (missing.length <= MAX_MISSING_NUTRIENTS)
    for (const key of missing) (nutrition[nutrientField(key)] ??= []).push(nutrientMissingMessage(key))
  const texts = [
    product.name,
    product.badge,
    product.description,
    product.ingredients,
    product.dietary_info,
    product.lifestyle,
  ].join('\n')
  for (const [field, sentences] of Object.entries(findUnsupportedClaims(product)))
    (claims[field] ??= []).push(...sentences)
  if (ORGANIC_CLAIM.test(texts) && !CONTROL_BODY_CODE.test(texts))
    (claims['description'] ??= []).unshift(messages.organicCodeMissing)
  return {
    ...(product.price === 0 && { price: messages.priceIsZero }),
    ...(isFoodInformationMissing(product)
      ? {
          [isBlank(product.ingredients ?? '') ? 'ingredients' : 'allergy_advice']:
            messages.foodInformationMissing,
        }
      : unknownAllergensWarning(product.allergens)),
    ...allergens,
    ...joinLines(claims),
    ...joinLines(nutrition),
  }
}
