import { expect, test } from 'vitest'
import {
  hiddenProductsMessage,
  noLabelDeclaresMessage,
  onlyDeclaredFree,
  unknownAllergensMessage,
  withoutLabelFiltersMessage,
} from './product-list-messages.ts'

test('SEARCH-9 what is hidden is counted by its reason', () => {
  expect(hiddenProductsMessage({ contains: 9, mayContain: 4, notKnown: 2 }, ['sesame'])).toBe(
    'Hidden: 9 products that contain sesame, 4 that may contain it, and 2 whose label does not say.',
  )
  expect(hiddenProductsMessage({ contains: 1, mayContain: 1, notKnown: 0 }, ['milk', 'sesame'])).toBe(
    'Hidden: 1 product that contains milk or sesame and 1 that may contain one of them.',
  )
  expect(hiddenProductsMessage({ contains: 0, mayContain: 2, notKnown: 0 }, ['gluten'])).toBe(
    'Hidden: 2 products that may contain cereals containing gluten.',
  )
  expect(hiddenProductsMessage({ contains: 0, mayContain: 0, notKnown: 1 }, ['eggs'])).toBe(
    'Hidden: 1 product whose label does not say about eggs.',
  )
  expect(hiddenProductsMessage({ contains: 0, mayContain: 0, notKnown: 0 }, ['eggs'])).toBe(
    'No product is hidden because of eggs.',
  )
})

test('SEARCH-19 a list that its label filters empty says how many products are hidden, and why', () => {
  const snacks = { search: 'snacks', freeFrom: ['nuts', 'peanuts'], suitableFor: [] } as const
  expect(noLabelDeclaresMessage(9, snacks)).toBe(
    '9 products match “snacks”, but none has a label that declares it free from nuts and peanuts.',
  )
  expect(noLabelDeclaresMessage(1, { search: null, freeFrom: [], suitableFor: ['gluten-free'] })).toBe(
    '1 product matches what else you chose, but its label does not declare it gluten free.',
  )
  const both = { search: 'tea', freeFrom: ['milk'], suitableFor: ['vegan'] } as const
  expect(noLabelDeclaresMessage(2, both)).toBe(
    '2 products match “tea”, but none has a label that declares it vegan and free from milk.',
  )
  expect(withoutLabelFiltersMessage(9, snacks)).toBe('See 9 products without “Free from”')
  expect(withoutLabelFiltersMessage(1, both)).toBe('See 1 product without “Free from” and “Suitable for”')
})

test('SEARCH-9 what is shown is declared free, and the label decides', () => {
  expect(onlyDeclaredFree(['milk', 'nuts', 'sulphites'])).toBe(
    'Only products whose label declares them free from milk, nuts, and sulphur dioxide and sulphites are shown. ' +
      'Always check the label.',
  )
})

test('SEARCH-11 an allergen that is not known is named', () => {
  expect(unknownAllergensMessage(['sesam'])).toBe(
    'We know no allergen called “sesam”, so we cannot say what is free from it, and show nothing.',
  )
})
