import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PRODUCT_TEXT_NAMES } from '#features/catalogue/product-form/product-texts.ts'
import { ALLERGEN_KEYS, ALLERGEN_STATEMENTS } from '#features/catalogue/labels/allergen-statements.ts'
import { ProductFields } from './product-fields.tsx'

test('the form has an input for each text of a product, because saving clears a field that was not sent', () => {
  const form = renderToStaticMarkup(
    <ProductFields
      values={{}}
      errors={{}}
      categories={[{ id: 'c', slug: 'honey', name: 'Honey' }]}
      isNew={false}
      onFiles={() => {}}
      onEdit={() => {}}
    />,
  )
  const radios = ALLERGEN_KEYS.flatMap((key) =>
    ALLERGEN_STATEMENTS.map((statement) => `name="allergens.${key}" value="${statement}"`),
  )
  expect(radios.filter((radio) => !form.includes(radio))).toEqual([])
  expect(form, 'without values none is chosen, so that what is stored stays').not.toMatch(
    /type="radio"[^>]*checked/,
  )
  const others = ['sku', 'barcode', 'vat_rate', 'stock'] as const
  expect([...PRODUCT_TEXT_NAMES, ...others].filter((name) => !form.includes(` name="${name}"`))).toEqual([])
})
