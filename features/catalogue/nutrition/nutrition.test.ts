import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEmptyNutrition, buildNutritionTable } from './nutrition.ts'
import type { NutritionInfo } from '#features/catalogue/products/product.ts'

const gram = (value: number | null, per = '100g') => ({ value, unit: 'g', per })
type Value = number | null
const nutrition = (energy: Value, protein: Value, carbohydrates: Value, fat: Value): NutritionInfo => ({
  energy: { value: energy, unit: 'kcal', per: '100g' },
  protein: gram(protein),
  carbohydrates: gram(carbohydrates),
  fat: gram(fat),
})
const kilojoules = (value: number | null) => ({ value, unit: 'kJ', per: '100g' })
const shown = (info: NutritionInfo) =>
  buildNutritionTable(info)?.rows.map(({ name, amount }) => `${name} ${amount}`)

describe('FOOD-2 The nutrition table', () => {
  test('FOOD-2 the declaration of UK law, in its order and wording, parts below their whole', () => {
    const full: NutritionInfo = {
      ...nutrition(342, 10.4, 38.7, 3.3),
      salt: gram(0.05),
      fibre: gram(25),
      sugars: gram(0.6),
      saturates: gram(1.2),
      energy_kj: kilojoules(1432),
    }
    expect(buildNutritionTable(full)).toMatchObject({ per: '100g', kilocalories: 342 })
    expect(shown(full)).toEqual([
      'Energy 1432 kJ / 342 kcal',
      'Fat 3.3 g',
      'of which saturates 1.2 g',
      'Carbohydrate 38.7 g',
      'of which sugars 0.6 g',
      'Fibre 25 g',
      'Protein 10.4 g',
      'Salt 0.05 g',
    ])
    expect(
      buildNutritionTable(full)
        ?.rows.filter(({ isPart }) => isPart)
        .map(({ key }) => key),
    ).toEqual(['saturates', 'sugars'])
  })

  test('FOOD-3 unknown values are not shown', () => {
    expect(buildNutritionTable(createEmptyNutrition())).toBeNull()
    expect(shown(nutrition(380, null, null, null))).toEqual(['Energy 1590 kJ / 380 kcal'])
    expect(shown(nutrition(null, 12, null, null))).toEqual(['Protein 12 g'])
    expect(shown({ ...nutrition(380, 12, null, null), salt: gram(null) })).toEqual([
      'Energy 1590 kJ / 380 kcal',
      'Protein 12 g',
    ])
  })

  test('FOOD-3 0 is a known value: honey has no fat, black tea has nothing at all', () => {
    expect(shown(nutrition(327, 0.3, 81.5, 0))).toContain('Fat 0 g')
    expect(shown({ ...nutrition(0, 0, 0, 0), salt: gram(0) })).toEqual([
      'Energy 0 kJ / 0 kcal',
      'Fat 0 g',
      'Carbohydrate 0 g',
      'Protein 0 g',
      'Salt 0 g',
    ])
  })

  test('energy is shown in both units, a missing one calculated', () => {
    expect(shown({ ...nutrition(null, null, null, null), energy_kj: kilojoules(1432) })).toEqual([
      'Energy 1432 kJ / 342 kcal',
    ])
    expect(shown({ ...nutrition(342, null, null, null), energy_kj: kilojoules(null) })).toEqual([
      'Energy 1431 kJ / 342 kcal',
    ])
  })

  test('sodium is shown as salt, times 2.5', () => {
    const mine = nutrition(277, null, null, null)
    expect(shown({ ...mine, sodium: { value: 400, unit: 'mg', per: '100g' } })).toContain('Salt 1 g')
    expect(shown({ ...mine, sodium: gram(0.02) })).toContain('Salt 0.05 g')
    expect(shown({ ...mine, sodium: gram(0.02), salt: gram(0.3) })).toContain('Salt 0.3 g')
  })

  test('a value with another reference amount shows it', () => {
    expect(shown({ ...nutrition(277, 10.4, 38.7, 3.3), salt: gram(0.1, 'portion') })).toContain(
      'Salt 0.1 g per portion',
    )
    expect(
      buildNutritionTable({ ...nutrition(null, null, null, null), salt: gram(0.1, '100ml') }),
    ).toMatchObject({ per: '100ml', rows: [{ amount: '0.1 g' }] })
  })

  test('FOOD-2 all products of the demo have the whole declaration', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
      products: { slug: string; nutrition_info: NutritionInfo }[]
    }
    expect(
      products
        .filter(({ nutrition_info }) => buildNutritionTable(nutrition_info)?.rows.length !== 8)
        .map(({ slug }) => slug),
    ).toEqual([])
  })
})
