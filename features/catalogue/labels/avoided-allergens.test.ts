import { describe, expect, test } from 'vitest'
import { combineAllergenBits, toAllergenBits } from './allergen-bits.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_STATEMENTS,
  eachAllergen,
  type AllergenStatement,
} from './allergen-statements.ts'
import {
  avoidedStatements,
  mergeAvoidedAllergens,
  NOTHING_AVOIDED,
  parseAvoidedAllergens,
} from './avoided-allergens.ts'

const allFree = eachAllergen<AllergenStatement>(() => 'free')
const bitsOf = (change: Partial<typeof allFree>) => toAllergenBits({ ...allFree, ...change })

describe('FOOD-21 What is said of avoided allergens', () => {
  test.each([
    ['contains', 'Contains milk'],
    ['may contain', 'May contain milk'],
    ['not known', 'Label does not say: milk'],
  ] as const)('FOOD-21 %s', (statement, sentence) => {
    expect(avoidedStatements(bitsOf({ milk: statement }), ['milk'])).toEqual([sentence])
    expect(avoidedStatements(bitsOf({ milk: statement }), ['nuts'])).toEqual([])
  })

  test.each(ALLERGEN_KEYS)('only “free” says nothing: %s', (key) => {
    for (const statement of ALLERGEN_STATEMENTS)
      expect(avoidedStatements(bitsOf({ [key]: statement }), [key]).length, statement).toBe(
        statement === 'free' ? 0 : 1,
      )
    const { [key]: _missing, ...others } = allFree
    expect(avoidedStatements(toAllergenBits(others), [key])).toEqual([`Label does not say: ${key}`])
  })

  test('of several products the worst statement counts', () => {
    const cloves = bitsOf({ milk: 'may contain', celery: 'not known' })
    const halwa = bitsOf({ milk: 'contains' })
    expect(avoidedStatements(combineAllergenBits([cloves, halwa]), ['milk', 'celery', 'nuts'])).toEqual([
      'Contains milk',
      'Label does not say: celery',
    ])
    expect(combineAllergenBits([])).toEqual(toAllergenBits(allFree))
  })

  test('allergens of one statement share a sentence, in the order of the law', () => {
    const label = bitsOf({ nuts: 'contains', milk: 'contains', sesame: 'may contain', celery: 'not known' })
    expect(avoidedStatements(label, ['nuts', 'sesame', 'milk', 'celery'])).toEqual([
      'Contains milk and nuts',
      'May contain sesame',
      'Label does not say: celery',
    ])
  })

  test('a card names at most two, those contained first', () => {
    const label = bitsOf({ fish: 'contains', milk: 'contains', nuts: 'contains', celery: 'not known' })
    expect(avoidedStatements(label, ['fish', 'milk', 'nuts'], 2)).toEqual(['Contains fish, milk and 1 more'])
    expect(avoidedStatements(label, ['fish', 'milk', 'nuts', 'celery'], 2)).toEqual([
      'Contains fish and milk',
      'and 2 more',
    ])
    expect(avoidedStatements(label, ['celery', 'nuts'], 2)).toEqual([
      'Contains nuts',
      'Label does not say: celery',
    ])
  })
})

describe('FOOD-22 The list that a browser stores', () => {
  test.each([null, '', '{', '[]', 'null', '{"keys":"milk"}', '{"keys":[]}', '{"keys":["honey",1,null]}'])(
    'is empty if it cannot be read: %j',
    (text) => expect(parseAvoidedAllergens(text)).toEqual(NOTHING_AVOIDED),
  )

  test('keeps the allergens that are known', () => {
    expect(parseAvoidedAllergens('{"keys":["nuts","honey","milk","nuts"],"isInAccount":true}')).toEqual({
      keys: ['milk', 'nuts'],
      isInAccount: true,
    })
  })
})

describe('FOOD-24 The list after sign-in', () => {
  const device = { keys: ['nuts'], isInAccount: false } as const

  test('is the account’s on a device without one', () => {
    expect(mergeAvoidedAllergens(NOTHING_AVOIDED, ['milk'])).toEqual({
      keys: ['milk'],
      isInAccount: true,
      isMerged: false,
    })
  })

  test('has the allergens of both, which the customer is told', () => {
    expect(mergeAvoidedAllergens(device, ['sesame', 'milk'])).toEqual({
      keys: ['milk', 'nuts', 'sesame'],
      isInAccount: true,
      isMerged: true,
    })
    expect(mergeAvoidedAllergens(device, ['milk', 'nuts']).isMerged).toBe(false)
  })

  test('follows the account if it came from there, so that removed allergens do not return', () => {
    const copy = { keys: ['milk', 'nuts'], isInAccount: true } as const
    expect(mergeAvoidedAllergens(copy, ['milk'])).toMatchObject({ keys: ['milk'], isMerged: false })
  })

  test('stays on the device if the account keeps none', () => {
    for (const isInAccount of [true, false])
      expect(mergeAvoidedAllergens({ ...device, isInAccount }, null)).toEqual({
        keys: ['nuts'],
        isInAccount: false,
        isMerged: false,
      })
  })
})
