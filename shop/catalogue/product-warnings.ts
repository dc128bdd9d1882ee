import { messages } from '../messages.ts'
import { isBlank } from '../white-space.ts'
import { unprovedClaims } from './nutrition-claims.ts'
import type { NewProduct } from './product.ts'

type Told = Pick<
  NewProduct, 'is_active' | 'name' | 'badge' | 'description' | 'ingredients' | 'allergy_advice' | 'dietary_info' | 'lifestyle' | 'nutrition_info'
>

/** Of the sort that certifiers have; the demo names none that is real. */
const CONTROL_BODY_CODE = /\bGB-ORG-(\d{2}|XX)\b/
const SAYS_ORGANIC = /\borganic/i

/** Food that is sold without saying what is in it (A1): allowed, but never by oversight. */
export const isFoodInformationMissing = ({ ingredients, allergy_advice }: Pick<Told, 'ingredients' | 'allergy_advice'>): boolean =>
  isBlank(ingredients ?? '') || isBlank(allergy_advice ?? '')

/**
 * What the law has a say in and the owner may all the same save, once they have said so: field name to sentence.
 * A product that shoppers cannot see needs nothing yet.
 */
export function productWarnings(product: Told): Record<string, string> {
  if (!product.is_active) return {}
  const texts = [product.name, product.badge, product.description, product.ingredients, product.dietary_info, product.lifestyle].join('\n')
  const claims = unprovedClaims(product)
  if (SAYS_ORGANIC.test(texts) && !CONTROL_BODY_CODE.test(texts)) (claims['description'] ??= []).unshift(messages.organicCodeMissing)
  return {
    ...(isFoodInformationMissing(product) && {
      [isBlank(product.ingredients ?? '') ? 'ingredients' : 'allergy_advice']: messages.foodInformationMissing,
    }),
    ...Object.fromEntries(Object.entries(claims).map(([field, sentences]) => [field, sentences.join(' ')])),
  }
}
