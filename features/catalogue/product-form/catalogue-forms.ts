import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { MAX_PRICE, MAX_STOCK } from '#shop/constants.ts'
import { numberWithin, wholeWithin } from '#shop/text/number-fields.ts'
import { htmlToText } from '#shop/text/html-to-text.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { isBarcode } from '#shop/text/barcodes.ts'
import { createEmptyNutrition, MAX_AMOUNT, parseAmount } from '#features/catalogue/nutrition/nutrition.ts'
import { ALLERGEN_STATEMENTS, eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import type { Manufacturer } from '#shop/identity/shop-identity.ts'
import type {
  NewCategory,
  NewProduct,
  Nutrient,
  NutritionInfo,
} from '#features/catalogue/products/product.ts'
import { eachProductText, PRODUCT_TEXTS } from './product-texts.ts'
import { barcodeMessage, MAX_SKU_LENGTH } from './product-codes.ts'
import { MAX_LENGTHS } from './text-lengths.ts'
import { parseVatRate, type VatRate } from './vat-rates.ts'
import { parseNetWeight } from '#features/catalogue/labels/unit-price.ts'

const MAX_NUTRIENTS = 20

const required = (label: string, maxLength: number, requiredMessage: string) =>
  z
    .string({ error: requiredMessage })
    .overwrite(trimWhiteSpace)
    .min(1, requiredMessage)
    .max(maxLength, tooLongMessage(label, maxLength))

const optional = (label: string, maxLength: number) =>
  z
    .string()
    .overwrite(trimWhiteSpace)
    .max(maxLength, tooLongMessage(label, maxLength))
    .nullish()
    .transform((text) => text || null)

/** Text pasted from other systems may be HTML. */
const plainText = (label: string, maxLength: number) =>
  z
    .string()
    .overwrite((text) => htmlToText(text, maxLength))
    .nullish()
    .pipe(optional(label, maxLength))

const productTexts = eachProductText((name) =>
  plainText(PRODUCT_TEXTS[name].label, PRODUCT_TEXTS[name].maxLength),
)

/** A plain decimal; an empty field is not 0. */
const decimalField = (pattern: RegExp, bounded: z.ZodNumber, error: string, clean = trimWhiteSpace) =>
  z.union([bounded, z.string().overwrite(clean).regex(pattern).transform(Number).pipe(bounded)], error)

const withoutPoundSign = (text: string) => trimWhiteSpace(text).replace(/^£\s*/, '')

const price = decimalField(
  /^\d{1,5}(\.\d{1,2})?$/,
  numberWithin(0, MAX_PRICE, messages.enterPrice).multipleOf(0.01, messages.enterPrice),
  messages.enterPrice,
  withoutPoundSign,
)
const stock = decimalField(/^\d{1,7}$/, wholeWithin(0, MAX_STOCK, messages.enterStock), messages.enterStock)

/** Codes are printed with spaces and hyphens. */
const barcode = z
  .string()
  .nullish()
  .transform((typed, context): string | null => {
    const digits = (typed ?? '').replaceAll(/[\s-]/g, '')
    if (digits === '') return null
    if (isBarcode(digits)) return digits
    context.addIssue({ code: 'custom', message: barcodeMessage(digits) })
    return z.NEVER
  })

/** Empty means not set. */
const vatRate = z
  .union([z.string(), numberWithin(0, 100, messages.chooseVatRate)], messages.chooseVatRate)
  .nullish()
  .transform((rate, context): VatRate | null => {
    if (rate === undefined || rate === null || rate === '') return null
    const known = parseVatRate(String(rate))
    if (known !== null) return known
    context.addIssue({ code: 'custom', message: messages.chooseVatRate })
    return z.NEVER
  })

/** A checkbox sends 'on' or nothing. */
const checkbox = (defaultValue: boolean) =>
  z
    .union([z.boolean(), z.literal('on')])
    .optional()
    .transform((tick) => (tick === undefined ? defaultValue : tick !== false))

/** Empty is null; a non-numeric or negative value becomes 0, after the user has confirmed it (nutrientsNotNumeric). */
function parseNutrientValue(value: unknown): number | null {
  const typed = typeof value === 'string' ? trimWhiteSpace(value) : value
  if (typed === '' || typed === null || typed === undefined) return null
  if (typeof typed === 'string') return parseAmount(typed) ?? 0
  return typeof typed === 'number' && typed > 0 && typed <= MAX_AMOUNT ? typed : 0
}

const nutrient = z
  .object({
    value: z.unknown(),
    unit: z.string().overwrite(trimWhiteSpace).max(10),
    per: z.string().overwrite(trimWhiteSpace).max(20).default('100g'),
  })
  .transform(({ value, unit, per }): Nutrient => ({ value: parseNutrientValue(value), unit, per }))

const nutrition = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), nutrient)
  .refine((nutrients) => Object.keys(nutrients).length <= MAX_NUTRIENTS)
  .optional()
  .transform((nutrients): NutritionInfo => ({ ...createEmptyNutrition(), ...nutrients }))

const allergens = z
  .object(eachAllergen(() => z.enum(ALLERGEN_STATEMENTS, messages.chooseAllergenStatement).optional()))
  .default({})

const manufacturerText = optional('Manufacturer', MAX_LENGTHS.manufacturer)

export const productForm = z.object({
  name: required('Name', MAX_LENGTHS.name, messages.enterProductName),
  category_id: z.uuid({ error: messages.chooseCategory }),
  sku: optional('SKU', MAX_SKU_LENGTH).refine(
    (sku) => sku === null || !/[\n\r\t]/.test(sku),
    tooLongMessage('SKU', MAX_SKU_LENGTH),
  ),
  barcode,
  price,
  vat_rate: vatRate,
  stock,
  is_active: checkbox(true),
  is_featured: checkbox(false),
  is_best_seller: checkbox(false),
  ...productTexts,
  net_weight: productTexts.net_weight.refine(
    // The law requires a unit price, which needs a readable weight.
    (netWeight) => netWeight === null || parseNetWeight(netWeight) !== null,
    messages.netWeightUnreadable,
  ),
  nutrition_info: nutrition,
  allergens,
  manufacturer: z
    .object({
      name: manufacturerText,
      address: manufacturerText,
      city: manufacturerText,
      country: manufacturerText,
    })
    .nullish()
    // An address without a name belongs to no manufacturer.
    .transform((manufacturer): Manufacturer | null => {
      const name = manufacturer?.name
      return name ? { ...manufacturer, name } : null
    }),
}) satisfies z.ZodType<Omit<NewProduct, 'image_url'>>
export type ProductForm = z.output<typeof productForm>

export const categoryForm = z.object({
  name: required('Name', MAX_LENGTHS.category_name, messages.enterCategoryName),
  description: plainText('Description', MAX_LENGTHS.category_description),
}) satisfies z.ZodType<Omit<NewCategory, 'image_url'>>
export type CategoryForm = z.output<typeof categoryForm>
