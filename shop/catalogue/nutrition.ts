import type { Nutrient, NutritionInfo } from './product.ts'

export type NutritionRow = {
  name: string
  /** '1159 kJ / 277 kcal', '10.4 g'. */
  amount: string
  /** True for 'of which …', which belongs to the row above it. */
  isPart: boolean
}

export type NutritionTable = { per: string; rows: NutritionRow[] }

/** §3: what every product starts with. */
export const emptyNutrition = (): NutritionInfo => ({
  energy: { value: 0, unit: 'kcal', per: '100g' },
  protein: { value: 0, unit: 'g', per: '100g' },
  carbohydrates: { value: 0, unit: 'g', per: '100g' },
  fat: { value: 0, unit: 'g', per: '100g' },
})

const KILOJOULES_A_KILOCALORIE = 4.184
/** The order and the wording that the law gives a nutrition declaration. */
const ROWS: { key: string; name: string; isPart?: true }[] = [
  { key: 'fat', name: 'Fat' },
  { key: 'saturates', name: 'of which saturates', isPart: true },
  { key: 'carbohydrates', name: 'Carbohydrate' },
  { key: 'sugars', name: 'of which sugars', isPart: true },
  { key: 'fibre', name: 'Fibre' },
  { key: 'protein', name: 'Protein' },
  { key: 'salt', name: 'Salt' },
]
const KILOCALORIES_A_GRAM = { protein: 4, carbohydrates: 4, fat: 9 } as const
const ENERGY_EXPLAINED = 0.75

/**
 * The nutrition table of a product page; null when nothing was ever given.
 * Every value starts as 0 (§3), so a 0 is told as a fact only where the other values account for the energy: honey
 * has no fat, but a product with energy alone says nothing about its fat.
 */
export function nutritionTable(info: NutritionInfo): NutritionTable | null {
  const { energy } = info
  if (!(energy.value > 0)) return null
  const isWhole = energyExplained(info) >= energy.value * ENERGY_EXPLAINED
  const rows = ROWS.flatMap(({ key, name, isPart = false }) => {
    const nutrient: Nutrient | undefined = info[key]
    if (!nutrient || (nutrient.value === 0 && !(isWhole && key in KILOCALORIES_A_GRAM))) return []
    const per = nutrient.per === energy.per ? '' : ` per ${nutrient.per}`
    return [{ name, amount: `${nutrient.value} ${nutrient.unit}${per}`, isPart }]
  })
  return { per: energy.per, rows: [{ name: 'Energy', amount: energyAmount(info), isPart: false }, ...rows] }
}

const energyExplained = (info: NutritionInfo): number =>
  Object.entries(KILOCALORIES_A_GRAM).reduce((sum, [key, kilocalories]) => sum + (info[key]?.value ?? 0) * kilocalories, 0)

function energyAmount({ energy, energy_kj }: NutritionInfo): string {
  const kilojoules = energy_kj?.value || Math.round(energy.value * KILOJOULES_A_KILOCALORIE)
  return energy.unit === 'kcal' ? `${kilojoules} kJ / ${energy.value} kcal` : `${energy.value} ${energy.unit}`
}
