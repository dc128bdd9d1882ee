import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEmptyNutrition } from './nutrition.ts'
import {
  findContradictions,
  isNutritionClaim,
  findMissingNutrients,
  findUnsupportedClaims,
} from './nutrition-claims.ts'
import type { NutritionInfo } from '#features/catalogue/products/product.ts'

const nothing = {
  name: 'Chips',
  badge: null,
  description: null,
  lifestyle: null,
  dietary_info: null,
  nutrition_info: createEmptyNutrition(),
}
const info = (values: Record<string, number | null>, per = '100g'): NutritionInfo => ({
  ...createEmptyNutrition(),
  ...Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      { value, unit: key === 'energy' ? 'kcal' : key === 'energy_kj' ? 'kJ' : 'g', per },
    ]),
  ),
})
const claimed = (dietary_info: string, values: Record<string, number | null>, per?: string) =>
  findUnsupportedClaims({ ...nothing, dietary_info, nutrition_info: info(values, per) })

describe('FOOD-5 a claim needs its value', () => {
  test.each<[string, Record<string, number>]>([
    ['High fibre', { fibre: 6 }],
    ['Rich in fibre', { fibre: 3, energy: 100 }],
    ['Source of fibre', { fibre: 3 }],
    ['source of fiber', { fibre: 1.5, energy: 100 }],
    ['Source of protein', { protein: 3, energy: 100 }],
    ['High protein', { protein: 5, energy: 100 }],
    ['Low fat', { fat: 3 }],
    ['Fat-free', { fat: 0.5 }],
    ['Low in sugar', { sugars: 5 }],
    ['Sugar free', { sugars: 0.5 }],
    ['Low salt', { salt: 0.3 }],
    ['Very low salt', { salt: 0.1 }],
    ['Low in saturated fat', { saturates: 1.5 }],
    ['Low calorie', { energy: 40 }],
  ])('%s is supported by %j, and by nothing less', (claim, values) => {
    expect(claimed(claim, values)).toEqual({})
    expect(Object.keys(claimed(claim, {}))).toEqual(['dietary_info'])
    const [key, value] = Object.entries(values)[0]!
    const isLeast = ['fibre', 'protein'].includes(key)
    expect(claimed(claim, { ...values, [key]: value * (isLeast ? 0.97 : 1.1) }).dietary_info?.[0]).toContain(
      'is allowed with',
    )
  })

  test('per 100 ml the limits of liquids apply', () => {
    expect(claimed('Low fat', { fat: 2 }, '100ml').dietary_info).toEqual([
      '‘Low fat’ is allowed with at most 1.5 g per 100 ml of fat; this product has 2 g.',
    ])
    expect(claimed('Low fat', { fat: 1.5 }, '100ml')).toEqual({})
  })

  test('all texts are checked, and the message belongs to the field', () => {
    for (const field of ['name', 'badge', 'description', 'lifestyle', 'dietary_info'] as const) {
      expect(findUnsupportedClaims({ ...nothing, [field]: 'Chips, high in fibre.' })).toEqual({
        [field]: [expect.stringContaining('that figure is missing')],
      })
    }
  })

  test.each([
    'Vegan',
    'Gluten free',
    'Free range',
    'A very low cupboard',
    'Fibre',
    'Fat free-range geese',
    'Not low fat',
    'No added sugar',
    'Salt',
  ])('%j is no claim', (text) => expect(isNutritionClaim(text)).toBe(false))

  test('all claims of the demo are supported, without contradictions', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
      products: (typeof nothing & { slug: string })[]
    }
    expect(
      products.flatMap((product) =>
        Object.values(findUnsupportedClaims(product)).map((sentences) => [product.slug, ...sentences]),
      ),
    ).toEqual([])
    expect(
      products.flatMap(({ slug, nutrition_info }) =>
        findContradictions(nutrition_info).map((found) => [slug, found]),
      ),
    ).toEqual([])
    expect(products.filter(({ nutrition_info }) => findMissingNutrients(nutrition_info).length > 0)).toEqual(
      [],
    )
  })
})

describe('FOOD-6 incomplete declarations', () => {
  test('FOOD-2 the seven required nutrients; energy counts in either unit, fibre is optional', () => {
    expect(findMissingNutrients(createEmptyNutrition())).toEqual([
      'energy',
      'fat',
      'saturates',
      'carbohydrates',
      'sugars',
      'protein',
      'salt',
    ])
    expect(
      findMissingNutrients(
        info({ energy_kj: 1432, fat: 0, saturates: 0, carbohydrates: 1, sugars: 0, protein: 0, salt: 0 }),
      ),
    ).toEqual([])
    expect(
      findMissingNutrients(
        info({ energy: 1, fat: 0, saturates: 0, carbohydrates: 1, sugars: 0, protein: 0, sodium: 0.1 }),
      ),
    ).toEqual([])
  })

  test('a part above its whole, energies that differ, and more than 100 g per 100 g', () => {
    expect(findContradictions(info({ fat: 3, saturates: 4, carbohydrates: 10, sugars: 10 }))).toEqual([
      { kind: 'part', part: 'saturates', whole: 'fat' },
    ])
    expect(findContradictions(info({ energy: 342, energy_kj: 342 }))).toEqual([
      { kind: 'energy', kilocalories: 342, kilojoules: 1431 },
    ])
    expect(findContradictions(info({ fat: 60, carbohydrates: 60 }))).toEqual([{ kind: 'sum' }])
    expect(findContradictions(info({ energy: 1, energy_kj: 3, fat: 100, carbohydrates: 0 }))).toEqual([])
  })
})
