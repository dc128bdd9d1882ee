import { expect, test } from 'vitest'
import { isBarcode } from '#shop/text/barcodes.ts'
import { productForm } from './catalogue-forms.ts'
import { barcodeMessage } from './product-codes.ts'

const filled = { name: 'Honey', category_id: '7b0e8d0e-3a0b-4c59-9a57-4f5e7f4f1a11', price: 4, stock: 3 }
const parsed = (fields: object) => productForm.safeParse({ ...filled, ...fields })

test('CATALOGUE-33 a barcode has 8, 12, 13 or 14 digits and the check digit that follows from them', () => {
  for (const valid of ['96385074', '036000291452', '5012345678900', '15012345678907'])
    expect([valid, isBarcode(valid)]).toEqual([valid, true])
  for (const invalid of ['96385075', '5012345678901', '501234567891', '9638507', '0', '', '501234567890x'])
    expect([invalid, isBarcode(invalid)]).toEqual([invalid, false])
})

test('CATALOGUE-33 codes are trimmed, a barcode of its spaces too, and an empty one is none', () => {
  expect(parsed({ sku: ' AB-1 ', barcode: '5 012345 678900' }).data).toMatchObject({
    sku: 'AB-1',
    barcode: '5012345678900',
  })
  expect(parsed({ sku: ' ', barcode: '' }).data).toMatchObject({ sku: null, barcode: null })
  for (const sku of ['x'.repeat(41), 'a\tb']) expect(parsed({ sku }).success).toBe(false)
})

test('CATALOGUE-33 a refused barcode says what to do', () => {
  const messageOf = (barcode: string) => parsed({ barcode }).error?.issues[0]?.message
  expect(messageOf('5.01235E+12')).toContain('Format its column as text')
  expect(messageOf('36000291452')).toContain('leading 0')
  expect(messageOf('5012345678901')).toBe(barcodeMessage('5012345678901'))
  expect(messageOf('abc')).toContain('digits alone')
})
