import { expect, test } from 'vitest'
import { isProductCode, sortFoundProducts } from './found-products.ts'

const product = (name: string, sku: string | null, barcode: string | null) => ({ name, sku, barcode })

test('CATALOGUE-33 a scan is the barcode as scanners send it, or the SKU in any case', () => {
  const honey = product('Honey', 'Hon-1', '012345678905')
  expect(
    ['hon-1', ' HON-1 ', '012345678905', '0012345678905', '0 12345 67890 5'].map((search) =>
      isProductCode(honey, search),
    ),
  ).toEqual([true, true, true, true, true])
  expect(['hon', '12345678', 'Honey', ''].map((search) => isProductCode(honey, search))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isProductCode(product('Tea', null, null), '')).toBe(false)
})

test('CATALOGUE-33 what was scanned comes first, then what has the words in its name', () => {
  const found = [
    product('Black tea', 'T', null),
    product('Rice flour', null, null),
    product('Jaggery', 'rice', null),
  ]
  expect(sortFoundProducts(found, 'Rice').map(({ name }) => name)).toEqual([
    'Jaggery',
    'Rice flour',
    'Black tea',
  ])
})
