import { describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '../identity.ts'
import { productForm } from './catalogue-forms.ts'
import { mergeEdits, nestedEntries, newProductValues, productEntries, productFormValues } from './form-values.ts'
import { emptyNutrition } from './nutrition.ts'
import { productWarnings } from './product-warnings.ts'

const maker = demonstrationIdentity.defaultManufacturer
const category_id = '7b0e8d0e-3a0b-4c59-9a57-4f5e7f4f1a11'

describe('What stands in the form of a product', () => {
  test('§3 D33 a new one starts with no nutrition given, the default manufacturer, and on sale', () => {
    const values = newProductValues(maker)
    for (const name of ['energy', 'protein', 'carbohydrates', 'fat']) expect(values[`nutrition_info.${name}.value`]).toBe('')
    expect([values['nutrition_info.energy.unit'], values['manufacturer.name'], values['manufacturer.country'], values['is_active']]).toEqual([
      'kcal', maker.name, 'United Kingdom', 'on',
    ])
    expect([values['price'], values['stock'], values['name']]).toEqual(['', '', ''])
  })

  test('what is shown is read back as it was, also nutrients that the form does not name', () => {
    const product = productForm.parse({
      name: 'Honey', category_id, price: 4.5, stock: 3, badge: 'New', is_featured: true, manufacturer: maker,
      nutrition_info: { energy: { value: 300, unit: 'kcal' }, iron: { value: 2.5, unit: 'mg', per: '100ml' } },
    })
    expect(productForm.parse(productEntries(productFormValues(product)))).toEqual(product)
  })

  test('a box that is not ticked is off, and an optional nutrient that is left empty is not given', () => {
    const { is_active, ...values } = productFormValues(productForm.parse({ name: 'Honey', category_id, price: 4, stock: 3 }))
    expect(is_active).toBe('on')
    const read = productForm.parse(productEntries({ ...values, 'nutrition_info.salt.value': ' ', 'nutrition_info.salt.unit': 'g' }))
    expect([read.is_active, Object.keys(read.nutrition_info)]).toEqual([false, ['energy', 'protein', 'carbohydrates', 'fat']])
  })

  test('§6 names that are no fields change nothing else', () => {
    const nested = nestedEntries({ '__proto__.admin': '1', 'constructor.prototype.x': '1', 'a b': '1', name: 'x' })
    expect(Object.keys(nested)).toEqual(['constructor', 'name'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('Two editors', () => {
  const base = { name: 'Honey', price: '4.00', badge: '', stock: '4' }
  test('a field that only the other changed is taken over; one that both changed keeps what was typed', () => {
    const { values, fields } = mergeEdits(base, { ...base, price: '5.00', badge: 'New' }, { ...base, price: '3.00', name: 'Wild Honey' })
    expect(values).toEqual({ name: 'Wild Honey', price: '3.00', badge: 'New', stock: '4' })
    expect(fields).toEqual([
      { field: 'price', was: '4.00', theirs: '5.00', mine: '3.00', isTaken: false },
      { field: 'badge', was: '', theirs: 'New', mine: '', isTaken: true },
    ])
  })

  test('the same change by both is none', () => {
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
  ['switched off', { is_active: false, ingredients: null, name: 'Organic' }, []],
])('a product %s is warned of at %j', (_what, entries, fields) => {
  const product = { is_active: true, name: 'Honey', badge: null, description: null, ingredients: 'Honey', allergy_advice: 'None', dietary_info: null, lifestyle: null, nutrition_info: emptyNutrition() }
  expect(Object.keys(productWarnings({ ...product, ...entries }))).toEqual(fields)
})
