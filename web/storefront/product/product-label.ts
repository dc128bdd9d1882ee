import { labelText, type LabelText } from '#shop/catalogue/labels/allergens.ts'
import { sortStatements, type LabelStatements } from '#shop/catalogue/labels/label-statements.ts'
import { nutritionTable, type NutritionTable } from '#shop/catalogue/nutrition/nutrition.ts'
import type { ProductDetail, UnitPriced } from '#shop/catalogue/products/product.ts'
import { parseNetWeight } from '#shop/catalogue/labels/unit-price.ts'

/** What a page shows of a product's label, worked out where it is read: no browser has to know every allergen for it. */
export type ShownProduct = Omit<UnitPriced<ProductDetail>, 'allergy_advice' | 'ingredients' | 'nutrition_info' | 'lifestyle' | 'dietary_info'> & {
  label: {
    allergyAdvice: LabelText[] | null
    ingredients: LabelText[] | null
    nutrition: NutritionTable | null
    statements: LabelStatements
    /** Null for what is sold by volume. */
    weightInGrams: number | null
  }
}

export function withLabel({ allergy_advice, ingredients, nutrition_info, lifestyle, dietary_info, ...product }: UnitPriced<ProductDetail>): ShownProduct {
  const weight = parseNetWeight(product.net_weight)
  return {
    ...product,
    label: {
      allergyAdvice: allergy_advice ? labelText(allergy_advice) : null,
      ingredients: ingredients ? labelText(ingredients) : null,
      nutrition: nutritionTable(nutrition_info),
      statements: sortStatements([lifestyle, dietary_info]),
      weightInGrams: weight?.unit === 'kg' ? weight.thousandths / 1000 : null,
    },
  }
}
