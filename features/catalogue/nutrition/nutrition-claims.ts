import {
  energyValues,
  nutrientValue,
  toKilojoules,
  NUTRIENTS,
  saltNutrient,
  type NutrientKey,
} from './nutrition.ts'
import {
  claimNotMetMessage,
  claimWithoutValueMessage,
  energyMismatchMessage,
  nutrientsAboveTotalMessage,
  partAboveWholeMessage,
} from '#features/catalogue/products/product-messages.ts'
import type { NewProduct, NutritionInfo } from '#features/catalogue/products/product.ts'

/** Checks the seven nutrients that UK law requires; energy counts in either unit. */
export function findMissingNutrients(info: NutritionInfo): NutrientKey[] {
  const isGiven = (key: NutrientKey) =>
    key === 'energy'
      ? energyValues(info).kilocalories !== null
      : key === 'salt'
        ? (saltNutrient(info)?.value ?? null) !== null
        : nutrientValue(info, key) !== null
  return NUTRIENTS.map(({ key }) => key).filter(
    (key) => key !== 'energy_kj' && key !== 'fibre' && !isGiven(key),
  )
}

export type Contradiction =
  | { kind: 'part'; part: NutrientKey; whole: NutrientKey }
  | { kind: 'energy'; kilocalories: number; kilojoules: number }
  | { kind: 'sum' }

const MIN_KJ_PER_KCAL = 3.9
const MAX_KJ_PER_KCAL = 4.35
const KJ_ROUNDING_TOLERANCE = 6
const MAX_GRAMS_PER_100_G = 102

export function findContradictions(info: NutritionInfo): Contradiction[] {
  const value = (key: NutrientKey) => nutrientValue(info, key)
  const parts = NUTRIENTS.flatMap((nutrient) =>
    'partOf' in nutrient ? [{ kind: 'part' as const, part: nutrient.key, whole: nutrient.partOf }] : [],
  )
  const kilojoules = value('energy_kj')
  const kilocalories = value('energy')
  const hasEnergyMismatch =
    kilojoules !== null &&
    kilocalories !== null &&
    (kilojoules < kilocalories * MIN_KJ_PER_KCAL - KJ_ROUNDING_TOLERANCE ||
      kilojoules > kilocalories * MAX_KJ_PER_KCAL + KJ_ROUNDING_TOLERANCE)
  const grams = (['fat', 'carbohydrates', 'fibre', 'protein', 'salt'] as const).reduce(
    (sum, key) => sum + (value(key) ?? 0),
    0,
  )
  return [
    ...parts.filter(({ part, whole }) => (value(part) ?? 0) > (value(whole) ?? Infinity)),
    ...(hasEnergyMismatch
      ? [{ kind: 'energy' as const, kilocalories: kilocalories, kilojoules: toKilojoules(kilocalories) }]
      : []),
    ...(grams > MAX_GRAMS_PER_100_G ? [{ kind: 'sum' as const }] : []),
  ]
}

export function contradictionMessage(found: Contradiction): { key: NutrientKey; sentence: string } {
  switch (found.kind) {
    case 'part':
      return { key: found.part, sentence: partAboveWholeMessage(found.part, found.whole) }
    case 'energy':
      return { key: 'energy_kj', sentence: energyMismatchMessage(found.kilocalories, found.kilojoules) }
    case 'sum':
      return { key: 'fat', sentence: nutrientsAboveTotalMessage }
  }
}

type Limit =
  | { kind: 'at-most'; solid: number; liquid?: number }
  | { kind: 'at-least'; per100g: number; per100kcal: number }
  | { kind: 'of-energy'; percent: number }
type Claim = { words: string; pattern: RegExp; key: NutrientKey; limit: Limit }

const KILOCALORIES_OF_PROTEIN = 4
const word = (pattern: string) => new RegExp(`(?<![\\w-])(?<!\\b(?:not|no|very) )${pattern}(?![\\w-])`, 'i')
const without = (what: string) => `(?:${what}[\\s-]free|free (?:of|from) ${what}|zero[\\s-]${what})`

/** The GB nutrition claims register, per 100 g or, where they differ, per 100 ml. */
const CLAIMS: readonly Claim[] = [
  {
    words: 'low energy',
    pattern: word('low[\\s-](?:energy|calorie)s?'),
    key: 'energy',
    limit: { kind: 'at-most', solid: 40, liquid: 20 },
  },
  {
    words: 'low fat',
    pattern: word('low[\\s-](?:in[\\s-])?fat'),
    key: 'fat',
    limit: { kind: 'at-most', solid: 3, liquid: 1.5 },
  },
  {
    words: 'fat free',
    pattern: new RegExp(`(?<!saturated )${word(without('fat')).source}`, 'i'),
    key: 'fat',
    limit: { kind: 'at-most', solid: 0.5 },
  },
  {
    words: 'low saturated fat',
    pattern: word('low[\\s-](?:in[\\s-])?(?:saturated fat|saturates)'),
    key: 'saturates',
    limit: { kind: 'at-most', solid: 1.5, liquid: 0.75 },
  },
  {
    words: 'saturated fat free',
    pattern: word(without('saturated fat')),
    key: 'saturates',
    limit: { kind: 'at-most', solid: 0.1 },
  },
  {
    words: 'low sugars',
    pattern: word('low[\\s-](?:in[\\s-])?sugars?'),
    key: 'sugars',
    limit: { kind: 'at-most', solid: 5, liquid: 2.5 },
  },
  {
    words: 'sugars free',
    pattern: word(without('sugars?')),
    key: 'sugars',
    limit: { kind: 'at-most', solid: 0.5 },
  },
  {
    words: 'low salt',
    pattern: word('low[\\s-](?:in[\\s-])?(?:salt|sodium)'),
    key: 'salt',
    limit: { kind: 'at-most', solid: 0.3 },
  },
  {
    words: 'very low salt',
    pattern: /\bvery[\s-]low[\s-](?:in[\s-])?(?:salt|sodium)\b/i,
    key: 'salt',
    limit: { kind: 'at-most', solid: 0.1 },
  },
  {
    words: 'salt free',
    pattern: word(without('(?:salt|sodium)')),
    key: 'salt',
    limit: { kind: 'at-most', solid: 0.0125 },
  },
  {
    words: 'source of fibre',
    pattern: word(
      '(?<!(?:high|rich|good|great|excellent) )(?:source of|contains|with) (?:dietary )?fib(?:re|er)',
    ),
    key: 'fibre',
    limit: { kind: 'at-least', per100g: 3, per100kcal: 1.5 },
  },
  {
    words: 'high fibre',
    pattern: word(
      '(?:(?:high|rich)[\\s-](?:in[\\s-])?(?:dietary )?fib(?:re|er)|fib(?:re|er)[\\s-]rich|(?:high|rich|good|great|excellent) source of (?:dietary )?fib(?:re|er))',
    ),
    key: 'fibre',
    limit: { kind: 'at-least', per100g: 6, per100kcal: 3 },
  },
  {
    words: 'source of protein',
    pattern: word('(?<!(?:high|rich|good|great|excellent) )source of protein'),
    key: 'protein',
    limit: { kind: 'of-energy', percent: 12 },
  },
  {
    words: 'high protein',
    pattern: word(
      '(?:(?:high|rich)[\\s-](?:in[\\s-])?protein|protein[\\s-]rich|(?:high|rich|good|great|excellent) source of protein)',
    ),
    key: 'protein',
    limit: { kind: 'of-energy', percent: 20 },
  },
]

export const isNutritionClaim = (text: string): boolean => CLAIMS.some(({ pattern }) => pattern.test(text))

const CLAIM_FIELDS = ['name', 'badge', 'description', 'lifestyle', 'dietary_info'] as const
type ClaimSource = Pick<NewProduct, (typeof CLAIM_FIELDS)[number] | 'nutrition_info'>

/** Claims in a product's texts that its nutrition values do not support: messages by field name. */
export function findUnsupportedClaims(product: ClaimSource): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const claim of CLAIMS) {
    const field = CLAIM_FIELDS.find((name) => claim.pattern.test(product[name] ?? ''))
    const problem = field && claimProblem(claim, product.nutrition_info)
    if (field && problem) (found[field] ??= []).push(problem)
  }
  return found
}

function claimProblem({ words, key, limit }: Claim, info: NutritionInfo): string | null {
  const nutrient = key === 'salt' ? saltNutrient(info) : info[key]
  const { kilocalories } = energyValues(info)
  const value = key === 'energy' ? kilocalories : (nutrient?.value ?? null)
  const per = (nutrient ?? info.energy).per
  const claimDetails = { words, nutrient: key, condition: claimCondition(limit, key, per) }
  if (value === null || (limit.kind === 'of-energy' && kilocalories === null))
    return claimWithoutValueMessage(claimDetails)
  return isMet(limit, { value, kilocalories, per }) ? null : claimNotMetMessage({ ...claimDetails, value })
}

const isLiquid = (per: string) => /ml$/i.test(per)
const atMost = (limit: Extract<Limit, { kind: 'at-most' }>, per: string) =>
  isLiquid(per) ? (limit.liquid ?? limit.solid) : limit.solid

function isMet(
  limit: Limit,
  { value, kilocalories, per }: { value: number; kilocalories: number | null; per: string },
): boolean {
  switch (limit.kind) {
    case 'at-most':
      return value <= atMost(limit, per)
    case 'at-least':
      return (
        value >= limit.per100g ||
        (kilocalories !== null && kilocalories > 0 && (value / kilocalories) * 100 >= limit.per100kcal)
      )
    case 'of-energy':
      return kilocalories !== null && value * KILOCALORIES_OF_PROTEIN * 100 >= limit.percent * kilocalories
  }
}

function claimCondition(limit: Limit, key: NutrientKey, per: string): string {
  const unit = key === 'energy' ? 'kcal' : 'g'
  const each = isLiquid(per) ? '100 ml' : '100 g'
  switch (limit.kind) {
    case 'at-most':
      return `at most ${atMost(limit, per)} ${unit} per ${each}`
    case 'at-least':
      return `at least ${limit.per100g} g per ${each}, or ${limit.per100kcal} g per 100 kcal`
    case 'of-energy':
      return `at least ${limit.percent} % of the energy`
  }
}
