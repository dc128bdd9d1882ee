import { describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { productForm } from './catalogue-forms.ts'
import {
  mergeEdits,
  toNestedEntries,
  newProductValues,
  findNonNumericNutrients,
  productEntries,
  productFormValues,
} from './product-form-values.ts'
import { eachAllergen, type AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { createEmptyNutrition } from '#features/catalogue/nutrition/nutrition.ts'
import { activationWarning, productWarnings, warningsOfChange } from './product-warnings.ts'

const allFree = eachAllergen<AllergenStatements['milk']>(() => 'free')
const maker = demonstrationIdentity.defaultManufacturer
const milkUnknown: AllergenStatements = { ...allFree, milk: 'not known' }
const milkContained: AllergenStatements = { ...allFree, milk: 'contains' }
const newProduct = productForm.parse({
  name: 'Honey',
  category_id: '7b0e8d0e-3a0b-4c59-9a57-4f5e7f4f1a11',
  price: 4,
  stock: 3,
})
const category_id = '7b0e8d0e-3a0b-4c59-9a57-4f5e7f4f1a11'

describe('Values of the product form', () => {
  test('CATALOGUE-4 a new product has empty nutrition, the default manufacturer, and is active', () => {
    const values = newProductValues(maker)
    for (const name of ['energy', 'protein', 'carbohydrates', 'fat'])
      expect(values[`nutrition_info.${name}.value`]).toBe('')
    expect([
      values['nutrition_info.energy.unit'],
      values['manufacturer.name'],
      values['manufacturer.country'],
      values['is_active'],
      values['allergens.sesame'],
    ]).toEqual(['kcal', maker.name, 'United Kingdom', 'on', 'not known'])
    expect([values['price'], values['stock'], values['name']]).toEqual(['', '', ''])
  })

  test('values are read back unchanged, with nutrients that the form does not name', () => {
    const product = productForm.parse({
      name: 'Honey',
      category_id,
      price: 4.5,
      stock: 3,
      badge: 'New',
      is_featured: true,
      manufacturer: maker,
      vat_rate: '20',
      country_of_origin: 'India',
      allergens: { milk: 'contains', lupin: 'not known' },
      nutrition_info: {
        energy: { value: 300, unit: 'kcal' },
        iron: { value: 2.5, unit: 'mg', per: '100ml' },
      },
    })
    expect(productForm.parse(productEntries(productFormValues(product)))).toEqual(product)
  })

  test('an unticked box is off, and an empty optional nutrient is absent', () => {
    const { is_active, ...values } = productFormValues(
      productForm.parse({ name: 'Honey', category_id, price: 4, stock: 3 }),
    )
    expect(is_active).toBe('on')
    const read = productForm.parse(
      productEntries({ ...values, 'nutrition_info.salt.value': ' ', 'nutrition_info.salt.unit': 'g' }),
    )
    expect([read.is_active, Object.keys(read.nutrition_info)]).toEqual([
      false,
      ['energy', 'protein', 'carbohydrates', 'fat'],
    ])
  })

  test('CATALOGUE-23 unknown names change nothing', () => {
    const nested = toNestedEntries({
      '__proto__.admin': '1',
      'constructor.prototype.x': '1',
      'a b': '1',
      name: 'x',
    })
    expect(Object.keys(nested)).toEqual(['constructor', 'name'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('Two editors', () => {
  const base = { name: 'Honey', price: '4.00', badge: '', stock: '4' }
  test('takes over a field that only the other changed; keeps one that both changed', () => {
    const { values, fields } = mergeEdits(
      base,
      { ...base, price: '5.00', badge: 'New' },
      { ...base, price: '3.00', name: 'Wild Honey' },
    )
    expect(values).toEqual({ name: 'Wild Honey', price: '3.00', badge: 'New', stock: '4' })
    expect(fields).toEqual([
      { field: 'price', was: '4.00', theirs: '5.00', mine: '3.00', isTaken: false },
      { field: 'badge', was: '', theirs: 'New', mine: '', isTaken: true },
    ])
  })

  test('FOOD-16 the allergens are merged one by one', () => {
    const valuesOf = (allergens: Partial<AllergenStatements>) =>
      productFormValues({ ...newProduct, allergens: { ...allFree, ...allergens } })
    const { values, fields } = mergeEdits(
      valuesOf({}),
      valuesOf({ milk: 'contains', nuts: 'may contain' }),
      valuesOf({ milk: 'may contain', eggs: 'contains' }),
    )
    expect(values).toMatchObject({
      'allergens.milk': 'may contain',
      'allergens.nuts': 'may contain',
      'allergens.eggs': 'contains',
    })
    expect(fields.map(({ field, isTaken }) => [field, isTaken])).toEqual([
      ['allergens.milk', false],
      ['allergens.nuts', true],
    ])
  })

  test('the same change by both is no conflict', () => {
    expect(mergeEdits(base, { ...base, price: '5.00' }, { ...base, price: '5.00' }).fields).toEqual([])
  })
})

test.each([
  ['on sale without advice', { allergy_advice: ' ' }, ['allergy_advice']],
  ['on sale without ingredients', { ingredients: null }, ['ingredients']],
  ['organic by its name', { name: 'Organic honey' }, ['description']],
  ['organic with a code', { name: 'Organic honey', description: 'Certified GB-ORG-05' }, []],
  ['organic with an invented code', { name: 'Organic honey', description: 'GB-ORG-5' }, ['description']],
  ['high in fibre without a figure', { dietary_info: 'High fibre' }, ['dietary_info']],
  ['with an allergen that is not known', { allergens: milkUnknown }, ['allergens.milk']],
  ['with an allergen that its texts do not name', { allergens: milkContained }, ['allergens.milk']],
  ['switched off with an allergen not known', { is_active: false, allergens: milkUnknown }, []],
  [
    'switched off that names another allergen',
    { is_active: false, allergy_advice: 'MILK' },
    ['allergens.milk'],
  ],
  ['switched off', { is_active: false, ingredients: null, name: 'Organic' }, []],
])('a product %s has a warning at %j', (_what, entries, fields) => {
  const product = {
    is_active: true,
    name: 'Honey',
    price: 4.5,
    badge: null,
    description: null,
    ingredients: 'Honey',
    allergy_advice: 'None',
    dietary_info: null,
    lifestyle: null,
    allergens: allFree,
    nutrition_info: createEmptyNutrition(),
  }
  expect(Object.keys(productWarnings({ ...product, ...entries }))).toEqual(fields)
})

const warned = {
  is_active: true,
  name: 'Honey',
  price: 4.5,
  badge: null,
  description: null,
  ingredients: 'Honey',
  allergy_advice: 'None',
  dietary_info: null,
  lifestyle: null,
  allergens: allFree,
}
test('CATALOGUE-34 a product on sale that costs nothing needs confirmation', () => {
  const free = { ...warned, price: 0, nutrition_info: createEmptyNutrition() }
  expect(productWarnings(free)).toEqual({ price: messages.priceIsZero })
  expect(activationWarning(free)).toBe(messages.priceIsZero)
  expect(productWarnings({ ...free, price: 0.01 })).toEqual({})
  expect(productWarnings({ ...free, is_active: false })).toEqual({})
})

test('CATALOGUE-41 a change is asked about for what it brings and what can harm somebody, not for what was so before', () => {
  const sparse = { ...warned, ingredients: null, nutrition_info: createEmptyNutrition() }
  expect(warningsOfChange(sparse, { ...sparse, price: 5 }, [])).toEqual({})
  expect(warningsOfChange({ ...sparse, is_active: false }, sparse, [])).toEqual({
    ingredients: messages.foodInformationMissing,
  })
  expect(Object.keys(warningsOfChange(sparse, { ...sparse, price: 0 }, []))).toEqual(['price'])
  const claiming = { ...sparse, description: 'High fibre' }
  expect(Object.keys(warningsOfChange(sparse, claiming, []))).toEqual(['description'])
  expect(warningsOfChange(claiming, { ...claiming, description: 'High fibre, low fat' }, [])).toEqual({
    description: expect.stringMatching(/^[^\n]*‘Low fat’[^\n]*$/),
  })
  const harmful = { ...warned, allergy_advice: 'MILK', nutrition_info: createEmptyNutrition() }
  expect(Object.keys(warningsOfChange(harmful, { ...harmful, price: 5 }, []))).toEqual(['allergens.milk'])
})

const grams = (values: Record<string, number>) => ({
  ...createEmptyNutrition(),
  ...Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      { value, unit: key === 'energy' ? 'kcal' : 'g', per: '100g' },
    ]),
  ),
})

test.each([
  ['saturates more than fat', { fat: 3, saturates: 4 }, 'saturates'],
  ['sugars more than carbohydrate', { carbohydrates: 3, sugars: 4 }, 'sugars'],
  ['energy that differs', { energy: 342, energy_kj: 342 }, 'energy_kj'],
  ['more than the whole', { fat: 60, carbohydrates: 60 }, 'fat'],
])('%s always needs confirmation, active or not', (_what, values, key) => {
  for (const is_active of [true, false]) {
    expect(Object.keys(productWarnings({ ...warned, is_active, nutrition_info: grams(values) }))).toEqual([
      `nutrition_info.${key}.value`,
    ])
  }
})

const allSeven = { energy: 342, fat: 3, saturates: 1, carbohydrates: 60, sugars: 10, protein: 5, salt: 0.1 }

test('FOOD-30 a product on sale that lacks one or two of the seven nutrients is asked about each of them', () => {
  const asked = (values: Record<string, number>, is_active = true) =>
    productWarnings({ ...warned, is_active, nutrition_info: grams(values) })
  const without = (...keys: (keyof typeof allSeven)[]) =>
    Object.fromEntries(Object.entries(allSeven).filter(([key]) => !keys.includes(key as never)))
  for (const key of Object.keys(allSeven) as (keyof typeof allSeven)[])
    expect(Object.keys(asked(without(key)))).toEqual([`nutrition_info.${key}.value`])
  expect(asked(without('salt'))['nutrition_info.salt.value']).toContain('Is the value for salt missing?')
  expect(Object.keys(asked(without('salt', 'sugars')))).toHaveLength(2)
  expect(asked(allSeven)).toEqual({})
  expect(asked(without('salt'), false), 'off sale').toEqual({})
  expect(asked({}), 'none is needed on herbs and tea').toEqual({})
  expect(asked(without('saturates', 'sugars', 'salt')), 'the basic four').toEqual({})
  const sparse = { ...warned, nutrition_info: grams(without('salt')) }
  expect(warningsOfChange(sparse, { ...sparse, price: 5 }, []), 'asked once').toEqual({})
})

test('a nutrition value that is no number needs confirmation before it becomes 0', () => {
  const nonNumericNutrients = findNonNumericNutrients({
    'nutrition_info.fat.value': 'traces',
    'nutrition_info.salt.value': '-1',
    'nutrition_info.energy_kj.value': '1,159',
    'nutrition_info.fibre.value': '1,5',
    'nutrition_info.sugars.value': ' ',
  })
  expect(nonNumericNutrients).toEqual(['energy_kj', 'fat', 'salt'])
  expect(
    productWarnings({ ...warned, is_active: false, nutrition_info: createEmptyNutrition() }, ['fat']),
  ).toEqual({
    'nutrition_info.fat.value':
      'Fat (g): enter a number, 0 or more. What you typed is saved as 0; empty it if the value is not known.',
  })
})

test('two claims of one field are on two lines', () => {
  const { description } = productWarnings({
    ...warned,
    description: 'Low fat, high fibre',
    nutrition_info: createEmptyNutrition(),
  })
  expect(description!.split('\n')).toEqual([
    expect.stringContaining('‘Low fat’'),
    expect.stringContaining('‘High fibre’'),
  ])
})
