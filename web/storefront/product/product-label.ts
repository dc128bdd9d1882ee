import { splitAtAllergens, type LabelText } from '#shop/catalogue/labels/allergens.ts'
import { classifyLabelStatements, type LabelStatements } from '#shop/catalogue/labels/label-statements.ts'
import { buildNutritionTable, type NutritionTable } from '#shop/catalogue/nutrition/nutrition.ts'
import type { ProductDetail, UnitPriced } from '#shop/catalogue/products/product.ts'
import { parseNetWeight } from '#shop/catalogue/labels/unit-price.ts'

/** Computed on the server, so that browsers do not load the allergen list. */
export type LabelledProduct = Omit<
  UnitPriced<ProductDetail>,
  'allergy_advice' | 'ingredients' | 'nutrition_info' | 'lifestyle' | 'dietary_info'
> & {
  label: {
    allergyAdvice: LabelText[] | null
    ingredients: LabelText[] | null
    nutrition: NutritionTable | null
    statements: LabelStatements
    weightInGrams: number | null
  }
}

export function withParsedLabel({
  allergy_advice,
  ingredients,
  nutrition_info,
  lifestyle,
  dietary_info,
  ...product
}: UnitPriced<ProductDetail>): LabelledProduct {
  const weight = parseNetWeight(product.net_weight)
  return {
    ...product,
    label: {
      allergyAdvice: allergy_advice ? splitAtAllergens(allergy_advice) : null,
      ingredients: ingredients ? splitAtAllergens(ingredients) : null,
      nutrition: buildNutritionTable(nutrition_info),
      statements: classifyLabelStatements([lifestyle, dietary_info]),
      weightInGrams: weight?.unit === 'kg' ? weight.thousandths / 1000 : null,
    },
  }
}
