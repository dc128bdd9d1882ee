import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { enterLineQuantity } from '#shop/cart/cart-line-messages.ts'
import { enterQuantity } from '#shop/cart/cart-messages.ts'
import { readCell } from '#shop/catalogue/import/read-cell.ts'
import { offerForm } from '#shop/catalogue/offers/offer-form.ts'
import { priceRuleForm } from '#shop/catalogue/price-changes/price-rule-form.ts'
import { productForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import { findNonNumericNutrients } from '#shop/catalogue/product-form/product-form-values.ts'
import { nutritionWarnings } from '#shop/catalogue/product-form/product-warnings.ts'
import { createEmptyNutrition } from '#shop/catalogue/nutrition/nutrition.ts'
import { phoneOrderMessages } from '#shop/checkout/phone-orders/phone-order-messages.ts'
import { orderEditMessages } from '#shop/orders/admin-order-messages.ts'
import { adminRefundMessages } from '#shop/orders/refunds/admin-refund-messages.ts'
import { ORDER_LIMITS } from '#shop/settings/order-limits.ts'
import { deliveryForm, limitsForm, lowStockForm } from '#shop/settings/setting-forms.ts'
import { batchMessages } from '#shop/stock/batch-changes/batch-messages.ts'
import { parseDelivery } from '#shop/stock/deliveries/delivery.ts'
import { countField, parseCounts } from '#shop/stock/stock-takes/stock-take.ts'

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
  'admin/batches/batches-page.tsx': [batchMessages.piecesInvalid],
  'admin/deliveries/delivery-line-fields.tsx': deliveryRefusals(),
  'admin/offers/offer-terms-fields.tsx': refusalsOf(offerForm(new Date()), 'amount'),
  'admin/order-refunds/refund-fields.tsx': [
    adminRefundMessages.freeAmountInvalid,
    adminRefundMessages.quantityInvalid('Rice', 3),
  ],
  'admin/order/edit-order-fields.tsx': [orderEditMessages.quantityInvalid('Rice')],
  'admin/phone-orders/phone-product-fields.tsx': [phoneOrderMessages.quantityInvalid('Rice')],
  'admin/price-changes/price-rule-fields.tsx': refusalsOf(priceRuleForm, 'amount'),
  'admin/product-form/nutrition-fields.tsx': nutritionRefusals(),
  'admin/product-form/product-fields.tsx': refusalsOf(productForm, 'price', 'stock'),
  'admin/settings/delivery-fields.tsx': refusalsOf(
    deliveryForm,
    'standard_rate',
    'free_over',
    'express_rate',
  ),
  'admin/settings/limit-fields.tsx': refusalsOf(limitsForm, ...ORDER_LIMITS),
  'admin/settings/switch-fields.tsx': refusalsOf(lowStockForm, 'low_stock_threshold'),
  'admin/stock-takes/count-line.tsx': Object.values(
    parseCounts([{ id: 1, name: 'Rice' }], { [countField(1)]: '-1' }).errors,
  ),
  'ui/form/quantity-picker.tsx': [enterQuantity(10), enterLineQuantity(10, 2)],
}
/** A code is not a number, an unknown position moves nothing, and a price range names the two that it compares. */
const OTHER_FIELDS = [
  'admin/featured-order/featured-order-form.tsx',
  'admin/product-form/picture-row-fields.tsx',
  'admin/sign-in/admin-login-code-form.tsx',
  'storefront/products/product-filters.tsx',
]

test('MESSAGE-23 the table knows every file with a field for a number', () => {
  const files = globSync('**/*.tsx', { cwd: join(ROOT, 'web') }).filter((file) =>
    /inputMode="(?:numeric|decimal)"/.test(readFileSync(join(ROOT, 'web', file), 'utf8')),
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
