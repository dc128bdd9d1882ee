import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emptyNutrition, nutritionTable } from './nutrition.ts'
import type { NutritionInfo } from './product.ts'

const gram = (value: number, per = '100g') => ({ value, unit: 'g', per })
const nutrition = (energy: number, protein: number, carbohydrates: number, fat: number): NutritionInfo => ({
  energy: { value: energy, unit: 'kcal', per: '100g' }, protein: gram(protein), carbohydrates: gram(carbohydrates), fat: gram(fat),
})
const shown = (info: NutritionInfo) => nutritionTable(info)?.rows.map(({ name, amount }) => `${name} ${amount}`)

describe('The nutrition table (§3)', () => {
  test('in the order of the law, with energy in kilojoules and kilocalories', () => {
    expect(nutritionTable(nutrition(277, 10.4, 38.7, 3.3))?.per).toBe('100g')
    expect(shown(nutrition(277, 10.4, 38.7, 3.3))).toEqual(['Energy 1159 kJ / 277 kcal', 'Fat 3.3 g', 'Carbohydrate 38.7 g', 'Protein 10.4 g'])
  })

  test('what was never given is never shown as 0', () => {
    expect(nutritionTable(emptyNutrition())).toBeNull()
    expect(shown(nutrition(380, 0, 0, 0))).toEqual(['Energy 1590 kJ / 380 kcal'])
    expect(shown(nutrition(380, 12, 0, 0))).toEqual(['Energy 1590 kJ / 380 kcal', 'Protein 12 g'])
  })

  test('a 0 is a fact where the other values account for the energy: honey has no fat, oil nothing else', () => {
    expect(shown(nutrition(327, 0.3, 81.5, 0))).toContain('Fat 0 g')
    expect(shown(nutrition(900, 0, 0, 100))).toEqual(['Energy 3766 kJ / 900 kcal', 'Fat 100 g', 'Carbohydrate 0 g', 'Protein 0 g'])
  })

  test('further nutrients have their places, parts below their whole', () => {
    const full: NutritionInfo = { ...nutrition(277, 10.4, 38.7, 3.3), saturates: gram(1.2), sugars: gram(0.6), fibre: gram(25), salt: gram(0.05), energy_kj: { value: 1140, unit: 'kJ', per: '100g' } }
    expect(shown(full)).toEqual([
      'Energy 1140 kJ / 277 kcal', 'Fat 3.3 g', 'of which saturates 1.2 g', 'Carbohydrate 38.7 g', 'of which sugars 0.6 g',
      'Fibre 25 g', 'Protein 10.4 g', 'Salt 0.05 g',
    ])
    expect(nutritionTable(full)?.rows.filter(({ isPart }) => isPart).map(({ name }) => name)).toEqual(['of which saturates', 'of which sugars'])
  })

  test('a value per something else says so', () => {
    expect(shown({ ...nutrition(277, 10.4, 38.7, 3.3), salt: gram(0.1, 'portion') })).toContain('Salt 0.1 g per portion')
  })

  test('every product of the demo shows all four', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as { products: { slug: string; nutrition_info: NutritionInfo }[] }
    expect(products.filter(({ nutrition_info }) => nutritionTable(nutrition_info)?.rows.length !== 4).map(({ slug }) => slug)).toEqual([])
  })
})
