import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classifyLabelStatements, type LabelStatements } from './label-statements.ts'

const nothing: LabelStatements = { safety: [], nutrition: [], suitableFor: [], other: [] }
const sorted = (...texts: (string | null)[]) =>
  Object.fromEntries(Object.entries(classifyLabelStatements(texts)).filter(([, found]) => found.length > 0))

describe('FOOD-11 Grouping of statements on the product page', () => {
  test('the warning of honey for infants is shown with the allergens', () => {
    expect(sorted('Vegetarian, Halal', 'Gluten free, Not suitable for infants under 12 months')).toEqual({
      suitableFor: ['Vegetarian', 'Halal', 'Gluten free'],
      safety: ['Not suitable for infants under 12 months'],
    })
  })

  test('claims and organic codes are not diets', () => {
    expect(
      sorted(
        'Vegan',
        'Gluten free, Low fat, High fibre, Organic (certification code GB-ORG-XX, demonstration only)',
      ),
    ).toEqual({
      suitableFor: ['Vegan', 'Gluten free'],
      other: ['Low fat', 'High fibre', 'Organic (certification code GB-ORG-XX, demonstration only)'],
    })
    expect(sorted(null, 'Sugar free, GB-ORG-05, Source of protein, Handmade')).toEqual({
      other: ['Sugar free', 'GB-ORG-05', 'Source of protein', 'Handmade'],
    })
  })

  test('statements about nutrition values belong to their table', () => {
    expect(sorted('Gluten free, Nutrition values are for coffee as brewed without milk')).toEqual({
      suitableFor: ['Gluten free'],
      nutrition: ['Nutrition values are for coffee as brewed without milk'],
    })
  })

  test.each([
    'Not suitable for infants, pregnant women, people on medication',
    'Not suitable for vegans, vegetarians',
    'May contain traces of nuts',
    'Contains sulphites',
    'Warning: contains liquorice',
    'Keep out of reach of children',
    'Unsuitable for coeliacs',
    'Avoid during pregnancy',
    'Not vegan',
    'High caffeine content. Not recommended for children',
  ])('%j is a warning with its whole list', (text) => {
    const found = classifyLabelStatements([text])
    expect(found.suitableFor).toEqual([])
    expect(text.endsWith(found.safety.at(-1)!)).toBe(true)
  })

  test('a warning ends where another statement begins', () => {
    expect(sorted('Not suitable for infants under 12 months, Gluten free, Low fat')).toEqual({
      safety: ['Not suitable for infants under 12 months'],
      suitableFor: ['Gluten free'],
      other: ['Low fat'],
    })
    expect(sorted('Not suitable for infants. Vegan; Halal')).toEqual({
      safety: ['Not suitable for infants'],
      suitableFor: ['Vegan', 'Halal'],
    })
  })

  test.each(['None', 'n/a', '-', ' ', ''])('%j gives no statement', (text) =>
    expect(classifyLabelStatements([text, null])).toEqual(nothing),
  )

  test('in the demo, each group has the expected statements', () => {
    const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
      products: { lifestyle: string | null; dietary_info: string | null }[]
    }
    const all = products.map(({ lifestyle, dietary_info }) =>
      classifyLabelStatements([lifestyle, dietary_info]),
    )
    const said = (kind: keyof LabelStatements) => [...new Set(all.flatMap((each) => each[kind]))].toSorted()
    expect(said('safety')).toEqual(['Not suitable for infants under 12 months'])
    expect(said('suitableFor')).toEqual(['Gluten free', 'Halal', 'Pescatarian', 'Vegan', 'Vegetarian'])
    expect(said('nutrition')).toEqual([
      'Nutrition values are for coffee as brewed without milk',
      'Nutrition values are for tea as brewed without milk',
    ])
    expect(said('other')).toEqual([
      'High fibre',
      'High protein',
      'Low fat',
      'Organic (certification code GB-ORG-XX, demonstration only)',
      'Source of fibre',
      'Source of protein',
    ])
  })
})
