import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { enterLineQuantity } from '#features/cart/cart-line-messages.ts'
import { enterQuantity } from '#features/cart/cart-messages.ts'
import { readCell } from '#features/catalogue/import/read-cell.ts'
import { offerForm } from '#features/catalogue/offers/offer-form.ts'
import { priceRuleForm } from '#features/catalogue/price-changes/price-rule-form.ts'
import { productForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import { findNonNumericNutrients } from '#features/catalogue/product-form/product-form-values.ts'
import { nutritionWarnings } from '#features/catalogue/product-form/product-warnings.ts'
import { createEmptyNutrition } from '#features/catalogue/nutrition/nutrition.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { orderEditMessages } from '#features/orders/admin-order-messages.ts'
import { adminRefundMessages } from '#features/orders/refunds/admin-refund-messages.ts'
import { ORDER_LIMITS } from '#shop/order-limits.ts'
import { deliveryForm, limitsForm, lowStockForm } from '#features/settings/setting-forms.ts'
import { batchMessages } from '#features/stock/batches/batch-messages.ts'
import { parseDelivery } from '#features/stock/deliveries/delivery.ts'
import { countField, parseCounts } from '#features/stock/stock-takes/stock-take.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMES_LOWER_BOUND = /\b0 or more\b|\bfrom [01]\b|\babove 0\b|\b0 to remove\b/

/** The messages of the fields for '-1'. */
function refusalsOf(form: ZodType, ...fields: string[]): (string | undefined)[] {
  const issues = form.safeParse(Object.fromEntries(fields.map((field) => [field, '-1']))).error?.issues ?? []
  return fields.map((field) => issues.find(({ path }) => path.join('.') === field)?.message)
}
function deliveryRefusals() {
  const line = { product_id: '', name: 'Rice', net_weight: null, stock: 0, batch_number: '', best_before: '' }
  const lines = [{ ...line, quantity: '-1', unit_cost: '-1' }]
  const parsed = parseDelivery({ reason: 'Delivery', lines }, '2026-11-29')
  return parsed.ok ? [undefined] : Object.values(parsed.errors)
}
const nutritionRefusals = () =>
  nutritionWarnings(
    createEmptyNutrition(),
    findNonNumericNutrients({ 'nutrition_info.salt.value': '-1' }),
  ).map(({ sentence }) => sentence)

const NUMBER_FIELDS: Record<string, (string | undefined)[]> = {
  'features/stock/batches/admin/batches-page.tsx': [batchMessages.piecesInvalid],
  'features/stock/deliveries/admin/delivery-line-fields.tsx': deliveryRefusals(),
  'features/catalogue/offers/admin/offer-terms-fields.tsx': refusalsOf(offerForm(new Date()), 'amount'),
  'features/orders/refunds/admin/refund-fields.tsx': [
    adminRefundMessages.freeAmountInvalid,
    adminRefundMessages.quantityInvalid('Rice', 3),
  ],
  'features/orders/admin/order/edit-order-fields.tsx': [orderEditMessages.quantityInvalid('Rice')],
  'features/checkout/phone-orders/admin/phone-product-fields.tsx': [
    phoneOrderMessages.quantityInvalid('Rice'),
  ],
  'features/catalogue/price-changes/admin/price-rule-fields.tsx': refusalsOf(priceRuleForm, 'amount'),
  'features/catalogue/product-form/admin/nutrition-fields.tsx': nutritionRefusals(),
  'features/catalogue/product-form/admin/product-fields.tsx': refusalsOf(productForm, 'price', 'stock'),
  'features/settings/admin/delivery-fields.tsx': refusalsOf(
    deliveryForm,
    'standard_rate',
    'free_over',
    'express_rate',
  ),
  'features/settings/admin/limit-fields.tsx': refusalsOf(limitsForm, ...ORDER_LIMITS),
  'features/settings/admin/switch-fields.tsx': refusalsOf(lowStockForm, 'low_stock_threshold'),
  'features/stock/stock-takes/admin/count-line.tsx': Object.values(
    parseCounts([{ id: 1, name: 'Rice' }], { [countField(1)]: '-1' }).errors,
  ),
  'kit/form/quantity-picker.tsx': [enterQuantity(10), enterLineQuantity(10, 2)],
}
/** A code is not a number, an unknown position moves nothing, and a price range names the two that it compares. */
const OTHER_FIELDS = [
  'features/catalogue/featured-order/admin/featured-order-form.tsx',
  'features/catalogue/product-form/admin/picture-row-fields.tsx',
  'features/accounts/sign-in/admin/admin-login-code-form.tsx',
  'features/catalogue/product-list/product-filters.tsx',
]

test('MESSAGE-23 the table knows every file with a field for a number', () => {
  const files = globSync('{app,features,kit}/**/*.tsx', { cwd: ROOT }).filter((file) =>
    /inputMode="(?:numeric|decimal)"/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(files.toSorted()).toEqual([...Object.keys(NUMBER_FIELDS), ...OTHER_FIELDS].toSorted())
})

test.each(Object.entries(NUMBER_FIELDS))('MESSAGE-23 %s says from which number on', (_file, refusals) => {
  expect(refusals).not.toHaveLength(0)
  for (const refusal of refusals) expect(refusal).toMatch(NAMES_LOWER_BOUND)
})

test('MESSAGE-23 an import says from which number on', () => {
  expect(readCell('nutrition_info.salt.value', 'amount', '-1', () => undefined)).toEqual({
    problem: expect.stringMatching(NAMES_LOWER_BOUND),
  })
})
