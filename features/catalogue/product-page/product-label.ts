import { completeAllergyAdvice, unknownAllergens } from '#features/catalogue/labels/allergy-advice.ts'
import { toAllergenBits, type AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import { splitAtAllergens, type LabelText } from '#features/catalogue/labels/allergens.ts'
import { classifyLabelStatements, type LabelStatements } from '#features/catalogue/labels/label-statements.ts'
import { buildNutritionTable, type NutritionTable } from '#features/catalogue/nutrition/nutrition.ts'
import type { Picture, ProductDetail, UnitPriced } from '#features/catalogue/products/product.ts'
import { writtenParts, type WrittenPart } from '#shop/text/written-parts.ts'
import { parseNetWeight } from '#features/catalogue/labels/unit-price.ts'

/** `alt` is never empty. */
export type GalleryPicture = Picture & { alt: string }

/** Calculated on the server, so that browsers do not load the allergen list. */
export type LabelledProduct = Omit<
  UnitPriced<ProductDetail>,
  | 'description'
  | 'allergens'
  | 'allergy_advice'
  | 'ingredients'
  | 'nutrition_info'
  | 'lifestyle'
  | 'dietary_info'
  | 'image_alt'
  | 'more_pictures'
> & {
  description: WrittenPart[]
  allergens: AllergenBits
  /** All pictures, the main one first. */
  pictures: GalleryPicture[]
  label: {
    allergyAdvice: LabelText[] | null
    ingredients: LabelText[] | null
    nutrition: NutritionTable | null
    statements: LabelStatements
    weightInGrams: number | null
  }
}

export function withParsedLabel({
  description,
  allergens,
  allergy_advice,
  ingredients,
  nutrition_info,
  lifestyle,
  dietary_info,
  image_alt,
  more_pictures,
  ...product
}: UnitPriced<ProductDetail>): LabelledProduct {
  const { name, picture } = product
  const described = picture ? [{ ...picture, alt: image_alt }, ...more_pictures] : []
  const weight = parseNetWeight(product.net_weight)
  const advice = completeAllergyAdvice(allergy_advice, allergens)
  const statements = classifyLabelStatements([lifestyle, dietary_info])
  return {
    ...product,
    description: writtenParts(description),
    allergens: toAllergenBits(allergens),
    pictures: described.map((each) => ({ ...each, alt: each.alt ?? name })),
    label: {
      allergyAdvice: advice ? splitAtAllergens(advice) : null,
      ingredients: ingredients ? splitAtAllergens(ingredients) : null,
      nutrition: withPreparation(buildNutritionTable(nutrition_info), statements.nutrition),
      statements: { ...statements, safety: [...unknownAllergens(advice, allergens), ...statements.safety] },
      weightInGrams: weight?.unit === 'kg' ? weight.thousandths / 1000 : null,
    },
  }
}

function withPreparation(table: NutritionTable | null, statements: readonly string[]): NutritionTable | null {
  const preparation = statements
    .map((statement) => /\bas (?:brewed|prepared|consumed|made up)\b/i.exec(statement)?.[0].toLowerCase())
    .find(Boolean)
  const per = table?.per.replace(/(\d)(g|ml)$/, '$1 $2')
  return table && { ...table, per: [per, preparation].filter(Boolean).join(' ') }
}
