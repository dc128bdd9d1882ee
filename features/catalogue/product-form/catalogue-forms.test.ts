import { describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { categoryForm, productForm } from './catalogue-forms.ts'
import { eachProductText } from './product-texts.ts'
import { createEmptyNutrition } from '#features/catalogue/nutrition/nutrition.ts'

const filled = {
  name: ' Forest Honey ',
  category_id: 'b6b38e6e-1f0e-4f0e-9f60-3a7f5a1b2c3d',
  price: '11.50',
  stock: '40',
}
const faultsOf = (entries: object) =>
  Object.fromEntries(
    (productForm.safeParse(entries).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]),
  )

describe('CATALOGUE-14 The product form', () => {
  test('CATALOGUE-14 FOOD-1 the required fields alone are valid, with all defaults', () => {
    expect(productForm.parse(filled)).toEqual({
      name: 'Forest Honey',
      category_id: filled.category_id,
      price: 11.5,
      stock: 40,
      is_active: true,
      is_featured: false,
      is_best_seller: false,
      nutrition_info: createEmptyNutrition(),
      manufacturer: null,
      sku: null,
      barcode: null,
      vat_rate: null,
      allergens: {},
      ...eachProductText(() => null),
    })
  })

  test('CATALOGUE-40 each text in HTML becomes text', () => {
    const texts = eachProductText(() => ' <p>Salt &amp; pepper</p> ')
    expect(productForm.parse({ ...filled, ...texts, net_weight: '<b>250</b>&nbsp;g' })).toMatchObject({
      ...eachProductText(() => 'Salt & pepper'),
      net_weight: '250 g',
    })
  })

  test('CATALOGUE-14 each missing required field has its message', () => {
    expect(faultsOf({})).toEqual({
      name: messages.enterProductName,
      category_id: messages.chooseCategory,
      price: messages.enterPrice,
      stock: messages.enterStock,
    })
    expect(faultsOf({ name: '  ', category_id: '', price: '', stock: ' ' })).toEqual(faultsOf({}))
  })

  test.each(['-1', '1.005', '1e3', 'four', '0x10', '100000', 'NaN', Number.NaN, -0.01, 4.505, 100_000])(
    'CATALOGUE-14 a price of %s is refused',
    (price) => {
      expect(faultsOf({ ...filled, price })).toEqual({ price: messages.enterPrice })
    },
  )

  test('FIGURES-5 the VAT rate is one of the list, or not set', () => {
    const rateOf = (vat_rate: unknown) => productForm.parse({ ...filled, vat_rate }).vat_rate
    expect(['', null, undefined, '0', '20', 0, 20].map(rateOf)).toEqual([null, null, null, 0, 20, 0, 20])
    for (const vat_rate of ['5', '20%', '020', 1, -20, ' 0'])
      expect(faultsOf({ ...filled, vat_rate }), String(vat_rate)).toEqual({
        vat_rate: messages.chooseVatRate,
      })
  })

  test.each([
    ['0', 0],
    ['4.5', 4.5],
    ['£ 3.99 ', 3.99],
    ['99999.99', 99_999.99],
    [11.5, 11.5],
    [0.07, 0.07],
    [4.35, 4.35],
    [19_999.99, 19_999.99],
  ])('CATALOGUE-14 a price of %s is accepted', (price, pounds) => {
    expect(productForm.parse({ ...filled, price }).price).toBe(pounds)
  })

  test('every price in pence is parsed exactly', () => {
    const refused = Array.from({ length: 20_000 }, (_, pence) => (pence * 7) / 100).filter(
      (price) => faultsOf({ ...filled, price: Number(price.toFixed(2)) }).price,
    )
    expect(refused).toEqual([])
  })

  test.each(['-1', '1.5', '1e9', 'many', 1_000_001, -1, 0.5])(
    'CATALOGUE-14 a stock of %s is refused',
    (stock) => {
      expect(faultsOf({ ...filled, stock })).toEqual({ stock: messages.enterStock })
    },
  )

  test('CATALOGUE-17 empty optional text is stored as null, other text trimmed', () => {
    expect(productForm.parse({ ...filled, description: '  ', badge: ' New ' })).toMatchObject({
      description: null,
      badge: 'New',
    })
  })

  test('FOOD-4 nutrition values that are not numeric become 0', () => {
    const energy = { unit: 'kcal' }
    const read = (value: unknown) =>
      productForm.parse({ ...filled, nutrition_info: { energy: { ...energy, value } } }).nutrition_info.energy
    expect(read('277')).toEqual({ value: 277, unit: 'kcal', per: '100g' })
    for (const value of ['many', '1,159', '1,5,5', '1e999', '0', 0, Number.NaN, -5, '-5', [], {}])
      expect(read(value).value).toBe(0)
    for (const [typed, value] of [
      ['1,5', 1.5],
      [' 0,125 ', 0.125],
      ['12,25', 12.25],
      ['1.5', 1.5],
    ] as const)
      expect(read(typed).value, typed).toBe(value)
    expect(
      productForm.parse({ ...filled, nutrition_info: { salt: { value: 1, unit: 'g' } } }).nutrition_info,
    ).toMatchObject({ ...createEmptyNutrition(), salt: { value: 1 } })
  })

  test('FOOD-3 an empty nutrition value is unknown', () => {
    const read = (value: unknown) =>
      productForm.parse({ ...filled, nutrition_info: { fat: { unit: 'g', value } } }).nutrition_info.fat.value
    for (const value of ['', ' ', null, undefined]) expect(read(value)).toBeNull()
  })

  test('a net weight without a readable amount is refused, because it has no unit price', () => {
    expect(faultsOf({ ...filled, net_weight: 'a handful' })).toEqual({
      net_weight: messages.netWeightUnreadable,
    })
    expect(faultsOf({ ...filled, net_weight: '250g' })).toEqual({})
  })

  test('a checkbox is on or absent', () => {
    expect(productForm.parse({ ...filled, is_featured: 'on', is_active: false })).toMatchObject({
      is_featured: true,
      is_best_seller: false,
      is_active: false,
    })
  })

  test('FOOD-13 each allergen has one of four statements', () => {
    const read = (allergens: object) => productForm.parse({ ...filled, allergens }).allergens
    for (const statement of ['contains', 'may contain', 'free', 'not known'])
      expect(read({ milk: statement, kiwi: 'free' })).toEqual({ milk: statement })
    expect(faultsOf({ ...filled, allergens: { milk: 'maybe', nuts: '' } })).toEqual({
      'allergens.milk': messages.chooseAllergenStatement,
      'allergens.nuts': messages.chooseAllergenStatement,
    })
  })

  test('unknown fields are dropped', () => {
    expect(
      productForm.parse({ ...filled, slug: 'mine', id: 'mine', version: 9, image_url: '/x' }),
    ).not.toMatchObject({ slug: 'mine' })
  })
})

describe('CATALOGUE-18 The category form', () => {
  test('CATALOGUE-40 a description in HTML becomes text, and its length is that of the text', () => {
    const description = `<div class="${'x'.repeat(3000)}"><p>Green &amp; black</p><p>tea</p></div>`
    expect(categoryForm.parse({ name: 'Tea', description })).toMatchObject({
      description: 'Green & black\n\ntea',
    })
  })

  test('CATALOGUE-18 a name is required', () => {
    expect(categoryForm.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe(messages.enterCategoryName)
    expect(categoryForm.parse({ name: ' Honey ', description: '' })).toEqual({
      name: 'Honey',
      description: null,
    })
  })
})
