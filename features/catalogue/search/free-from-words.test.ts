import { expect, test } from 'vitest'
import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'
import { readFreeFromSearch } from './free-from-words.ts'

const asked = (search: string | null, freeFrom: string[], suitableFor: string[] = []) => ({
  search,
  freeFrom,
  suitableFor,
})

test.each([
  ['mustard free pickle', asked('pickle', ['mustard'])],
  ['Sesame-Free snacks', asked('snacks', ['sesame'])],
  ['snacks without nuts or sesame', asked('snacks', ['nuts', 'peanuts', 'sesame'])],
  ['Free from: milk, eggs & nuts', asked(null, ['nuts', 'peanuts', 'eggs', 'milk'])],
  ['pickle no mustard', asked('pickle', ['mustard'])],
  ['chips w/o sesame', asked('chips', ['sesame'])],
  ['eggless cookies', asked('cookies', ['eggs'])],
  ['egg-less cookies', asked('cookies', ['eggs'])],
  ['snacks avoiding nuts', asked('snacks', ['nuts', 'peanuts'])],
  ['avoid sesame', asked(null, ['sesame'])],
  ['i cant eat milk', asked(null, ['milk'])],
  ['pickle, we can’t have mustard', asked('pickle', ['mustard'])],
  ['cannot have any fish', asked(null, ['fish'])],
  ['anything but prawns', asked(null, ['crustaceans'])],
  ['sweets for my nut allergy', asked('sweets', ['nuts', 'peanuts'])],
  ['dairyfree sweets', asked('sweets', ['milk'])],
  ['peanut butter free sweets', asked('sweets', ['milk', 'peanuts'])],
  ['snacks that are nut free', asked('snacks', ['nuts', 'peanuts'])],
  ['nut allergy', asked(null, ['nuts', 'peanuts'])],
  ['shellfish free pickle', asked('pickle', ['crustaceans', 'molluscs'])],
  ['does not contain soya', asked(null, ['soybeans'])],
  ['wheat free', asked(null, ['gluten'])],
  ['gluten and dairy free', asked(null, ['milk'], ['gluten-free'])],
  ['snacks without gluten', asked('snacks', [], ['gluten-free'])],
  ['coeliac snacks', asked('snacks', [], ['gluten-free'])],
  ['allergen free snacks', asked('snacks', [...ALLERGEN_KEYS])],
  ['no garlic no nuts', asked('no garlic', ['nuts', 'peanuts'])],
])('SEARCH-16 %s', (typed, expected) => expect(readFreeFromSearch(typed)).toEqual(expected))

test.each([
  'gluten free snacks',
  'sugar free sweets',
  'no onion no garlic pickle',
  'coconut milk',
  'peanut butter',
  'nagli no lot',
  'nutmeg',
  'free range eggs',
  'nuts less than 200g',
  'masala for fish',
  'എള്ളെണ്ണ',
])('SEARCH-16 %s is searched as it is', (typed) => expect(readFreeFromSearch(typed)).toBeNull())
