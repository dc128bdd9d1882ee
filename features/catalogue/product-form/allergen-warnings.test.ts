import { describe, expect, test } from 'vitest'
import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  allergyAdviceOf,
  createUnknownAllergens,
  eachAllergen,
  type AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'
import { allergenWarnings, unknownAllergensWarning } from './allergen-warnings.ts'

const free = eachAllergen<AllergenStatements['milk']>(() => 'free')
const NONE = 'Contains none of the 14 named allergens as ingredients.'
const warnedFields = (
  statements: Partial<AllergenStatements>,
  allergy_advice: string | null,
  ingredients = 'Rice.',
) => Object.keys(allergenWarnings({ allergens: { ...free, ...statements }, allergy_advice, ingredients }))

describe('FOOD-17 Statements and texts', () => {
  test.each(ALLERGEN_KEYS)('%s that a text names and nobody ticked has a warning', (key) => {
    const word = ALLERGEN_NAMES[key].toUpperCase()
    const field = [`allergens.${key}`]
    for (const statement of ['free', 'not known'] as const) {
      const statements = { [key]: statement }
      expect(warnedFields(statements, `Contains: ${word}.`)).toEqual(field)
      expect(warnedFields(statements, `${NONE} May contain: ${word}.`)).toEqual(field)
      expect(warnedFields(statements, `contains ${word.toLowerCase()}`)).toEqual(field)
      expect(warnedFields(statements, null, `Rice, ${word}.`)).toEqual(field)
      expect(warnedFields(statements, null, `Rice. May contain ${word}.`)).toEqual(field)
    }
    expect(warnedFields({ [key]: 'contains' }, `Contains: ${word}.`, `Rice, ${word}.`)).toEqual([])
    expect(warnedFields({ [key]: 'may contain' }, `May contain: ${word}.`)).toEqual([])
    expect(warnedFields({ [key]: 'may contain' }, `May contain: ${word}.`, word), 'an ingredient').toEqual(
      field,
    )
  })

  test.each(ALLERGEN_KEYS)('%s that is ticked and that the advice does not name has a warning', (key) => {
    for (const statement of ['contains', 'may contain'] as const) {
      expect(warnedFields({ [key]: statement }, NONE)).toEqual([`allergens.${key}`])
      expect(warnedFields({ [key]: statement }, `Free from ${ALLERGEN_NAMES[key]}.`)).toEqual([
        `allergens.${key}`,
      ])
      expect(warnedFields({ [key]: statement }, null), 'no text: it is made').toEqual([])
    }
    const possible = `May contain: ${ALLERGEN_NAMES[key]}.`
    expect(warnedFields({ [key]: 'contains' }, possible)).toEqual([`allergens.${key}`])
    expect(warnedFields({ [key]: 'may contain' }, possible)).toEqual([])
  })

  test.each(ALLERGEN_KEYS)('%s that is free although a text leaves it open has a warning', (key) => {
    const name = ALLERGEN_NAMES[key]
    const field = [`allergens.${key}`]
    for (const advice of [`Not known: ${name}.`, `Not suitable for people with an allergy to ${name}.`]) {
      expect(warnedFields({}, advice)).toEqual(field)
      expect(warnedFields({ [key]: 'not known' }, advice)).toEqual([])
    }
    expect(warnedFields({}, NONE, `Rice (without ${name.split(' ')[0]}, ${name} free).`)).toEqual(field)
    expect(warnedFields({}, `Free from ${name}.`)).toEqual([])
  })

  test('the text that is made of the statements has none', () => {
    const mixed = eachAllergen(
      (key) => (['contains', 'may contain', 'free', 'not known'] as const)[key.length % 4]!,
    )
    expect(warnedFields(mixed, allergyAdviceOf(mixed))).toEqual([])
    expect(warnedFields({}, NONE)).toEqual([])
  })

  test('a message says what is wrong, and where', () => {
    expect(
      allergenWarnings({
        allergens: { ...free, nuts: 'contains' },
        allergy_advice: 'Contains: SESAME.',
        ingredients: 'Rice, EGGS.',
      }),
    ).toEqual({
      'allergens.eggs':
        'The ingredients name eggs, which are marked ‘free’ in the list. Put one of the two right.',
      'allergens.nuts':
        'Nuts are marked ‘contains’, and the allergy advice does not say so. Add it, or empty the advice to have it made from the list.',
      'allergens.sesame':
        'The allergy advice names sesame, which is marked ‘free’ in the list. Put one of the two right.',
    })
  })

  test('a message says where an allergen is left open', () => {
    const label = { allergens: free, allergy_advice: NONE, ingredients: 'Rice.' }
    expect(allergenWarnings({ ...label, allergy_advice: 'Not known: NUTS.' })).toEqual({
      'allergens.nuts':
        'The allergy advice names nuts, and not as surely absent, but the list marks them ‘free’. Put one of the two right.',
    })
    expect(allergenWarnings({ ...label, ingredients: 'Rice (milk free).' })).toEqual({
      'allergens.milk':
        'The ingredients name milk, and not as surely absent, but the list marks it ‘free’. Put one of the two right.',
    })
  })

  test('one message lists all that are not known', () => {
    expect(unknownAllergensWarning(free)).toEqual({})
    expect(unknownAllergensWarning({ ...free, lupin: 'not known', nuts: 'not known' })).toEqual({
      'allergens.lupin':
        'Not known yet: lupin and nuts. Shoppers are told so, and no filter shows the product as free from them.',
    })
    expect(unknownAllergensWarning(createUnknownAllergens())['allergens.celery']).toContain('None of the 14')
  })
})
