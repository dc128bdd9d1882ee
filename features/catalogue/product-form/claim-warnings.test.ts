import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eachAllergen, type AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { createEmptyNutrition } from '#features/catalogue/nutrition/nutrition.ts'
import { findContradictedClaims } from './claim-warnings.ts'
import { productWarnings } from './product-warnings.ts'

const free = eachAllergen<AllergenStatements['milk']>(() => 'free')
const texts = { name: 'Halwa', badge: null, description: null, lifestyle: null, dietary_info: null }
const contradictedFields = (claim: Partial<Record<keyof typeof texts, string>>, statements: object) =>
  Object.keys(findContradictedClaims({ ...texts, ...claim, allergens: { ...free, ...statements } }))

test.each(['Gluten free', 'High fibre, gluten-free', 'Not sweet. GLUTEN FREE', 'Free from gluten'])(
  'FOOD-26 %j contradicts gluten that is or may be present, or is not known',
  (dietary_info) => {
    expect(contradictedFields({ dietary_info }, { gluten: 'contains' })).toEqual(['dietary_info'])
    expect(contradictedFields({ dietary_info }, { gluten: 'may contain' })).toEqual(['dietary_info'])
    expect(contradictedFields({ dietary_info }, { gluten: 'not known' })).toEqual(['dietary_info'])
    expect(contradictedFields({ dietary_info }, { milk: 'contains' })).toEqual([])
    expect(contradictedFields({ dietary_info }, {})).toEqual([])
  },
)

test.each(['milk', 'eggs', 'fish', 'crustaceans', 'molluscs'])(
  'FOOD-26 vegan claims contradict %s as an ingredient',
  (key) => {
    for (const lifestyle of ['Vegan', 'Halal, suitable for vegans', 'Plant-based'])
      expect(contradictedFields({ lifestyle }, { [key]: 'contains' })).toEqual(['lifestyle'])
    expect(contradictedFields({ lifestyle: 'Vegan' }, { [key]: 'may contain' }), 'traces').toEqual([])
  },
)

test.each(['fish', 'crustaceans', 'molluscs'])(
  'FOOD-26 vegetarian claims contradict %s as an ingredient',
  (key) => {
    for (const lifestyle of ['Vegetarian', 'Halal, suitable for vegetarians', 'Lacto-vegetarian'])
      expect(contradictedFields({ lifestyle }, { [key]: 'contains' })).toEqual(['lifestyle'])
    expect(contradictedFields({ lifestyle: 'Vegetarian' }, { [key]: 'may contain' }), 'traces').toEqual([])
    for (const lifestyle of ['Non-vegetarian', 'Not suitable for vegetarians'])
      expect(contradictedFields({ lifestyle }, { [key]: 'contains' })).toEqual([])
  },
)

test('FOOD-26 vegetarian claims allow milk and eggs', () => {
  const lifestyle = 'Vegetarian'
  expect(contradictedFields({ lifestyle }, { milk: 'contains', eggs: 'contains' })).toEqual([])
})

test('FOOD-26 each claim in one text has its message', () => {
  const product = { ...texts, lifestyle: 'Vegetarian, vegan, gluten free' }
  const allergens = { ...free, milk: 'contains', fish: 'contains', gluten: 'not known' } as const
  expect(findContradictedClaims({ ...product, allergens })).toEqual({
    lifestyle: [
      '‘Gluten free’ is claimed, but cereals containing gluten are marked ‘not known’ in the list. Put one of the two right.',
      '‘Vegan’ is claimed, but milk and fish are marked ‘contains’ in the list. Put one of the two right.',
      '‘Vegetarian’ is claimed, but fish is marked ‘contains’ in the list. Put one of the two right.',
    ],
  })
})

test('FOOD-26 a denied claim contradicts nothing, and every text can claim', () => {
  const present = { gluten: 'contains', milk: 'contains' }
  for (const dietary_info of ['Not suitable for vegans', 'Non-vegan', 'Never called gluten free'])
    expect(contradictedFields({ dietary_info }, present)).toEqual([])
  for (const field of Object.keys(texts)) {
    expect(contradictedFields({ [field]: 'Vegan' }, present)).toEqual([field])
    expect(contradictedFields({ [field]: 'Gluten free' }, present)).toEqual([field])
  }
})

test.each([true, false])('FOOD-26 the form warns, on sale or not (%s)', (is_active) => {
  const warnings = productWarnings({
    ...texts,
    is_active,
    price: 4.5,
    description: 'Low fat, gluten free',
    lifestyle: 'Vegan',
    ingredients: 'Rava, ghee, EGGS.',
    allergy_advice: 'Contains: MILK and EGGS. May contain: WHEAT.',
    allergens: { ...free, milk: 'contains', eggs: 'contains', gluten: 'contains' },
    nutrition_info: createEmptyNutrition(),
  })
  expect(warnings['lifestyle']).toBe(
    '‘Vegan’ is claimed, but milk and eggs are marked ‘contains’ in the list. Put one of the two right.',
  )
  expect(warnings['description']).toContain(
    '‘Gluten free’ is claimed, but cereals containing gluten are marked ‘contains’ in the list. Put one of the two right.',
  )
  expect(warnings['description']!.split('\n')).toHaveLength(is_active ? 2 : 1)
})

test('FOOD-26 no label of the demo contradicts itself', () => {
  const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
    products: (typeof texts & { allergens: AllergenStatements })[]
  }
  expect(products.filter((product) => Object.keys(findContradictedClaims(product)).length > 0)).toEqual([])
})
