import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEMO_ALLERGENS, ODD_LABELS } from '#tests/fixtures/products/allergen-readings.ts'
import { ALLERGENS } from './allergens.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  ALLERGEN_STATEMENTS,
  allergensWith,
  allergyAdviceOf,
  createUnknownAllergens,
  eachAllergen,
  type AllergenStatements,
} from './allergen-statements.ts'
import { completeAllergens, readAllergens } from './read-allergens.ts'

type Product = {
  slug: string
  ingredients: string
  allergy_advice: string
  allergens: AllergenStatements
  country_of_origin: string
}
const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as { products: Product[] }
const RICE = {
  allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
  ingredients: 'Rice.',
}
const allAre = (statement: AllergenStatements['milk']) => eachAllergen(() => statement)

describe('FOOD-13 Allergen statements', () => {
  test('are about the 14 of the law, in its order', () => {
    expect(Object.values(ALLERGEN_NAMES)).toEqual(ALLERGENS)
  })

  test.each(products)('of $slug are those that a person reads from the label', ({ slug, ...product }) => {
    const { contains = [], mayContain = [] } = DEMO_ALLERGENS[slug]!
    const expected = eachAllergen((key) =>
      contains.includes(key) ? 'contains' : mayContain.includes(key) ? 'may contain' : 'free',
    )
    expect(product.allergens).toEqual(expected)
    expect(readAllergens(product.allergy_advice, product.ingredients)).toEqual(expected)
    expect(product.country_of_origin).toMatch(/\S/)
  })

  test('the table of the demo has every product', () => {
    expect(products.map(({ slug }) => slug).toSorted()).toEqual(Object.keys(DEMO_ALLERGENS).toSorted())
  })
})

describe('FOOD-14 Reading the allergens of a label', () => {
  test.each(ODD_LABELS)('%j with ingredients %j', (advice, ingredients, expected) => {
    const { contains = [], mayContain = [], notKnown = [], free = [], rest } = expected
    expect(readAllergens(advice, ingredients)).toEqual(
      eachAllergen((key) => {
        if (contains.includes(key)) return 'contains'
        if (mayContain.includes(key)) return 'may contain'
        if (notKnown.includes(key)) return 'not known'
        return free.includes(key) ? 'free' : rest
      }),
    )
  })

  test.each(ALLERGEN_KEYS)('%s is read from the text that is made of it', (key) => {
    for (const statement of ALLERGEN_STATEMENTS) {
      const other = key === 'milk' ? 'eggs' : 'milk'
      const allergens = { ...allAre('free'), [other]: 'contains', [key]: statement }
      expect(readAllergens(allergyAdviceOf(allergens), 'Rice.')).toEqual(allergens)
    }
  })

  test('no allergen is free without a declaration, whatever else is written', () => {
    const words = [
      'Rice',
      'free',
      'from',
      'no',
      'contains',
      'MILK',
      'nuts',
      'may contain',
      '.',
      ',',
      'of',
      'the',
      '14',
    ]
    let seed = 7
    const next = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
    const texts = Array.from({ length: 3000 }, () =>
      Array.from({ length: next(9) }, () => words[next(words.length)]).join(' '),
    ).filter((advice) => !/(?:^|\.) ?free from/.test(advice))
    expect(texts.length).toBeGreaterThan(2000)
    expect(texts.filter((advice) => allergensWith(readAllergens(advice, 'Rice'), 'free').length > 0)).toEqual(
      [],
    )
  })
})

describe('FOOD-15 Allergy advice from statements', () => {
  test.each<[Partial<AllergenStatements>, string]>([
    [{}, RICE.allergy_advice],
    [{ milk: 'contains', nuts: 'contains' }, 'Contains: MILK and NUTS.'],
    [
      { gluten: 'contains', milk: 'contains', sulphites: 'contains', sesame: 'may contain' },
      'Contains: CEREALS CONTAINING GLUTEN, MILK and SULPHITES. May contain: SESAME.',
    ],
    [{ sesame: 'may contain' }, `${RICE.allergy_advice} May contain: SESAME.`],
    [{ milk: 'contains', lupin: 'not known' }, 'Contains: MILK. Not known: LUPIN.'],
    [{ lupin: 'not known' }, 'Not known: LUPIN.'],
    [{ nuts: 'may contain', lupin: 'not known' }, 'May contain: NUTS. Not known: LUPIN.'],
  ])('%j, others free', (statements, advice) => {
    expect(allergyAdviceOf({ ...allAre('free'), ...statements })).toBe(advice)
  })

  test('is none if nothing is known', () => {
    expect(allergyAdviceOf(createUnknownAllergens())).toBeNull()
  })
})

describe('FOOD-16 Statements that were not submitted', () => {
  const stored = { ...allAre('free'), milk: 'contains', nuts: 'may contain', lupin: 'not known' } as const

  test('stay as they are', () => {
    expect(completeAllergens({}, stored, RICE)).toEqual(stored)
    expect(completeAllergens({}, stored, { allergy_advice: null, ingredients: null })).toEqual(stored)
    expect(completeAllergens({ sesame: 'contains' }, stored, RICE)).toEqual({ ...stored, sesame: 'contains' })
  })

  test('become what the texts name now', () => {
    const texts = { allergy_advice: 'May contain: EGGS and LUPIN and MILK.', ingredients: 'SESAME, NUTS' }
    expect(completeAllergens({}, stored, texts)).toEqual({
      ...stored,
      eggs: 'may contain',
      lupin: 'may contain',
      sesame: 'contains',
      nuts: 'contains',
    })
  })

  test.each([
    ['Not known: MILK.', 'Rice.'],
    ['Contains: SESAME. Not known: MILK.', 'Rice.'],
    ['Not suitable for people with a milk allergy.', 'Rice.'],
    [RICE.allergy_advice, 'Rice (milk free).'],
  ])('are no longer free by advice %j and ingredients %j', (allergy_advice, ingredients) => {
    const texts = { allergy_advice, ingredients }
    expect(completeAllergens({}, allAre('free'), texts).milk).toBe('not known')
    expect(completeAllergens({}, stored, texts).milk, 'what is present stays').toBe('contains')
    expect(completeAllergens({ milk: 'free' }, allAre('free'), texts).milk, 'a submitted one').toBe('free')
  })

  test('of a new product are read from its texts', () => {
    expect(completeAllergens({}, null, RICE)).toEqual(allAre('free'))
    expect(completeAllergens({ milk: 'not known' }, null, RICE)).toEqual({
      ...allAre('free'),
      milk: 'not known',
    })
  })
})
