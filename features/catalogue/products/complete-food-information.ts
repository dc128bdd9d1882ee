import { allergyAdviceOf, type AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { completeAllergens } from '#features/catalogue/labels/read-allergens.ts'
import { isBlank } from '#shop/text/white-space.ts'
import type { NewProduct } from './product.ts'

type FoodInformation = Pick<NewProduct, 'allergens' | 'allergy_advice' | 'ingredients'>

/** All 14 statements, and advice derived from them if there is none. `stored`: the statements of the product to change. */
export function completeFoodInformation<Product extends FoodInformation>(
  product: Product,
  stored: AllergenStatements | null,
): Product & { allergens: AllergenStatements } {
  const allergens = completeAllergens(product.allergens, stored, product)
  const allergy_advice = isBlank(product.allergy_advice ?? '')
    ? allergyAdviceOf(allergens)
    : product.allergy_advice
  return { ...product, allergens, allergy_advice }
}
