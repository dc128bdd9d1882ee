import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classifyLabelStatements, type LabelStatements } from './label-statements.ts'

const nothing: LabelStatements = { safety: [], nutrition: [], suitableFor: [], other: [] }
const sorted = (...texts: (string | null)[]) => Object.fromEntries(Object.entries(classifyLabelStatements(texts)).filter(([, found]) => found.length > 0))

describe('FOOD-11 Where a statement stands on a product’s page', () => {
  test('honey is not for infants: that stands beside the allergens and not under what it suits', () => {
    expect(sorted('Vegetarian, Halal', 'Gluten free, Not suitable for infants under 12 months')).toEqual({
      suitableFor: ['Vegetarian', 'Halal', 'Gluten free'], safety: ['Not suitable for infants under 12 months'],
    })
  })

  test('claims and organic codes suit nobody', () => {
    expect(sorted('Vegan', 'Gluten free, Low fat, High fibre, Organic (certification code GB-ORG-XX, demonstration only)')).toEqual({
      suitableFor: ['Vegan', 'Gluten free'], other: ['Low fat', 'High fibre', 'Organic (certification code GB-ORG-XX, demonstration only)'],
    })
    expect(sorted(null, 'Sugar free, GB-ORG-05, Source of protein, Handmade')).toEqual({ other: ['Sugar free', 'GB-ORG-05', 'Source of protein', 'Handmade'] })
  })

  test('what the nutrition values are of belongs to their table', () => {
    expect(sorted('Gluten free, Nutrition values are for coffee as brewed without milk')).toEqual({
      suitableFor: ['Gluten free'], nutrition: ['Nutrition values are for coffee as brewed without milk'],
    })
  })

  test.each([
    'Not suitable for infants, pregnant women, people on medication', 'Not suitable for vegans, vegetarians', 'May contain traces of nuts', 'Contains sulphites',
    'Warning: contains liquorice', 'Keep out of reach of children', 'Unsuitable for coeliacs', 'Avoid during pregnancy', 'Not vegan',
    'High caffeine content. Not recommended for children',
  ])('%j is safety, with all of its list', (text) => {
    const found = classifyLabelStatements([text])
    expect(found.suitableFor).toEqual([])
    expect(text.endsWith(found.safety.at(-1)!)).toBe(true)
  })

  test('a warning ends where something else begins', () => {
    expect(sorted('Not suitable for infants under 12 months, Gluten free, Low fat')).toEqual({
      safety: ['Not suitable for infants under 12 months'], suitableFor: ['Gluten free'], other: ['Low fat'],
    })
    expect(sorted('Not suitable for infants. Vegan; Halal')).toEqual({ safety: ['Not suitable for infants'], suitableFor: ['Vegan', 'Halal'] })
  })

  test.each(['None', 'n/a', '-', ' ', ''])('%j says nothing', (text) => expect(classifyLabelStatements([text, null])).toEqual(nothing))

  test('of the demo, each of the four kinds holds what it should and nothing else', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as { products: { lifestyle: string | null; dietary_info: string | null }[] }
    const all = products.map(({ lifestyle, dietary_info }) => classifyLabelStatements([lifestyle, dietary_info]))
    const said = (kind: keyof LabelStatements) => [...new Set(all.flatMap((each) => each[kind]))].toSorted()
    expect(said('safety')).toEqual(['Not suitable for infants under 12 months'])
    expect(said('suitableFor')).toEqual(['Gluten free', 'Halal', 'Pescatarian', 'Vegan', 'Vegetarian'])
    expect(said('nutrition')).toEqual(['Nutrition values are for coffee as brewed without milk', 'Nutrition values are for tea as brewed without milk'])
    expect(said('other')).toEqual(['High fibre', 'High protein', 'Low fat', 'Organic (certification code GB-ORG-XX, demonstration only)', 'Source of fibre', 'Source of protein'])
  })
})
