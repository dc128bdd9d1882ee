import type { Nutrient, NutritionInfo } from '#features/catalogue/products/product.ts'

type NutritionRow = { key: string; name: string; amount: string; isPart: boolean }

export type NutritionTable = { per: string; kilocalories: number | null; rows: NutritionRow[] }

/** In the order and wording of UK law, which requires all except fibre. */
export const NUTRIENTS = [
  { key: 'energy_kj', name: 'Energy', unit: 'kJ' },
  { key: 'energy', name: 'Energy', unit: 'kcal' },
  { key: 'fat', name: 'Fat', unit: 'g' },
  { key: 'saturates', name: 'of which saturates', unit: 'g', partOf: 'fat' },
  { key: 'carbohydrates', name: 'Carbohydrate', unit: 'g' },
  { key: 'sugars', name: 'of which sugars', unit: 'g', partOf: 'carbohydrates' },
  { key: 'fibre', name: 'Fibre', unit: 'g' },
  { key: 'protein', name: 'Protein', unit: 'g' },
  { key: 'salt', name: 'Salt', unit: 'g' },
] as const satisfies { key: string; name: string; unit: string; partOf?: string }[]
export type NutrientKey = (typeof NUTRIENTS)[number]['key']

const unknownNutrient = (unit: string): Nutrient => ({ value: null, unit, per: '100g' })

export const createEmptyNutrition = (): NutritionInfo => ({
  energy: unknownNutrient('kcal'),
  protein: unknownNutrient('g'),
  carbohydrates: unknownNutrient('g'),
  fat: unknownNutrient('g'),
})

/** A comma before three digits is refused, because it may separate thousands. */
const COMMA_DECIMAL = /^(0),(\d+)$|^(\d+),(\d{1,2})$/

/** In kJ, kcal, g or mg per portion. */
export const MAX_AMOUNT = 99_999
/** With a decimal point or comma; null if it is not an amount. */
export function parseAmount(typed: string): number | null {
  const amount = Number(typed.trim().replace(COMMA_DECIMAL, '$1$3.$2$4'))
  return amount >= 0 && amount <= MAX_AMOUNT ? amount : null
}

const KJ_PER_KCAL = 4.184
/** The conversion factor of UK law for sodium from any source. */
export const SALT_PER_SODIUM = 2.5

export const nutrientValue = (info: NutritionInfo, key: string): number | null => info[key]?.value ?? null

export const toKilojoules = (kilocalories: number) => Math.round(kilocalories * KJ_PER_KCAL)

/** A missing unit is calculated from the other. */
export function energyValues(info: NutritionInfo): {
  kilojoules: number | null
  kilocalories: number | null
} {
  const kilojoules = nutrientValue(info, 'energy_kj')
  const kilocalories = info.energy.unit === 'kcal' ? info.energy.value : null
  return {
    kilojoules: kilojoules ?? (kilocalories === null ? null : toKilojoules(kilocalories)),
    kilocalories: kilocalories ?? (kilojoules === null ? null : Math.round(kilojoules / KJ_PER_KCAL)),
  }
}

export function saltNutrient(info: NutritionInfo): Nutrient | undefined {
  const { sodium } = info
  if (nutrientValue(info, 'salt') !== null || !sodium || sodium.value === null || !/^m?g$/.test(sodium.unit))
    return info['salt']
  const grams = sodium.unit === 'mg' ? sodium.value / 1000 : sodium.value
  return { value: Number((grams * SALT_PER_SODIUM).toPrecision(2)), unit: 'g', per: sodium.per }
}

/** Null if no value is known; 0 is a known value. */
export function buildNutritionTable(info: NutritionInfo): NutritionTable | null {
  const given = NUTRIENTS.filter(({ key }) => nutrientValue(info, key) !== null)
  const per = given.map(({ key }) => info[key]!.per)[0] ?? saltNutrient(info)?.per ?? '100g'
  const rows = NUTRIENTS.flatMap(({ key, name, ...rest }): NutritionRow[] => {
    const amount =
      key === 'energy_kj'
        ? null
        : key === 'energy'
          ? formatEnergy(info)
          : formatAmount(key === 'salt' ? saltNutrient(info) : info[key], per)
    return amount === null ? [] : [{ key, name, amount, isPart: 'partOf' in rest }]
  })
  return rows.length > 0 ? { per, kilocalories: energyValues(info).kilocalories, rows } : null
}

function formatAmount(nutrient: Nutrient | undefined, per: string): string | null {
  if (!nutrient || nutrient.value === null) return null
  return `${nutrient.value} ${nutrient.unit}${nutrient.per === per ? '' : ` per ${nutrient.per}`}`
}

function formatEnergy(info: NutritionInfo): string | null {
  const { kilojoules, kilocalories } = energyValues(info)
  if (kilojoules !== null && kilocalories !== null) return `${kilojoules} kJ / ${kilocalories} kcal`
  return info.energy.value === null ? null : `${info.energy.value} ${info.energy.unit}`
}
