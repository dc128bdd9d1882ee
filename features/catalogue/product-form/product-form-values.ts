import { isBlank } from '#shop/text/white-space.ts'
import {
  createEmptyNutrition,
  NUTRIENTS,
  parseAmount,
  type NutrientKey,
} from '#features/catalogue/nutrition/nutrition.ts'
import { ALLERGEN_KEYS, createUnknownAllergens } from '#features/catalogue/labels/allergen-statements.ts'
import { eachProductText, PRODUCT_TEXT_NAMES } from './product-texts.ts'
import { picturesValue } from './pictures-value.ts'
import { MANUFACTURER_PARTS } from '#features/catalogue/products/manufacturer.ts'
import type { NewProduct, Nutrient } from '#features/catalogue/products/product.ts'
import type { Manufacturer } from '#shop/identity/shop-identity.ts'

/** Field values by name; `nutrition_info.fat.value` is a nested field. */
export type FormValues = Record<string, string>

export const allergenField = <Key extends string>(key: Key) => `allergens.${key}` as const

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
export const toCheckboxValue = (is: boolean): string => (is ? 'on' : '')

type ProductFormSource = Omit<NewProduct, 'image_url' | 'brand' | 'manufacturer'> & {
  image_url?: string | null
  brand: string | null
  manufacturer: Manufacturer | null
}

/** Includes all nutrients, so that a concurrent edit that clears one is detected. */
const EMPTY_NUTRIENTS: Record<string, Nutrient> = Object.fromEntries(
  NUTRIENTS.map(({ key, unit }) => [key, { value: null, unit, per: '100g' }]),
)

export function productFormValues(product: ProductFormSource): FormValues {
  const {
    nutrition_info,
    manufacturer,
    allergens,
    is_active,
    is_featured,
    is_best_seller,
    price,
    vat_rate,
    image_url = null,
    image_alt = null,
    more_pictures = [],
    ...rest
  } = product
  const plain = ['name', 'category_id', 'sku', 'barcode', 'stock', ...PRODUCT_TEXT_NAMES] as const
  return {
    ...Object.fromEntries(plain.map((name) => [name, toText(rest[name])])),
    price: price.toFixed(2),
    vat_rate: toText(vat_rate),
    pictures: picturesValue({ image_url, image_alt, more_pictures }),
    is_active: toCheckboxValue(is_active),
    is_featured: toCheckboxValue(is_featured),
    is_best_seller: toCheckboxValue(is_best_seller),
    ...Object.fromEntries(
      Object.entries<Nutrient>({ ...EMPTY_NUTRIENTS, ...nutrition_info }).flatMap(([name, nutrient]) =>
        (['value', 'unit', 'per'] as const).map((part) => [
          `nutrition_info.${name}.${part}`,
          toText(nutrient[part]),
        ]),
      ),
    ),
    ...Object.fromEntries(ALLERGEN_KEYS.map((key) => [allergenField(key), toText(allergens[key])])),
    ...Object.fromEntries(
      MANUFACTURER_PARTS.map((part) => [`manufacturer.${part}`, toText(manufacturer?.[part])]),
    ),
  }
}

export const newProductValues = (manufacturer: Manufacturer, categoryId = ''): FormValues => ({
  ...productFormValues({
    name: '',
    category_id: categoryId,
    sku: null,
    barcode: null,
    ...eachProductText(() => null),
    price: 0,
    vat_rate: null,
    stock: 0,
    is_active: true,
    is_featured: false,
    is_best_seller: false,
    nutrition_info: createEmptyNutrition(),
    allergens: createUnknownAllergens(),
    manufacturer,
  }),
  price: '',
  stock: '',
})

/** Builds the nested object that the form schema parses. */
export function toNestedEntries(values: FormValues): Record<string, unknown> {
  const nested: Record<string, unknown> = Object.create(null)
  for (const [path, value] of Object.entries(values)) {
    const pathSegments = path.split('.')
    if (pathSegments.some((step) => !/^[a-z_]+$/.test(step) || step.startsWith('__'))) continue
    let target = nested
    for (const step of pathSegments.slice(0, -1)) {
      const next = target[step]
      target = (
        typeof next === 'object' && next !== null ? next : (target[step] = Object.create(null))
      ) as Record<string, unknown>
    }
    target[pathSegments.at(-1)!] = value
  }
  return nested
}

const CHECKBOXES = ['is_active', 'is_featured', 'is_best_seller'] as const

/** The submitted form for its schema, without unchecked boxes, empty optional nutrients and unanswered allergens. */
export function productEntries(values: FormValues): Record<string, unknown> {
  const requiredNutrients = Object.keys(createEmptyNutrition())
  const isOmitted = (field: string) => {
    if (field.startsWith('allergens.')) return isBlank(values[field] ?? '')
    const [, nutrient] = /^nutrition_info\.([^.]+)\./.exec(field) ?? []
    return (
      nutrient !== undefined &&
      !requiredNutrients.includes(nutrient) &&
      isBlank(values[`nutrition_info.${nutrient}.value`] ?? '')
    )
  }
  const sent = Object.fromEntries(Object.entries(values).filter(([field]) => !isOmitted(field)))
  return {
    ...toNestedEntries(sent),
    ...Object.fromEntries(CHECKBOXES.map((name) => [name, values[name] === 'on'])),
  }
}

export const findNonNumericNutrients = (values: FormValues): NutrientKey[] =>
  NUTRIENTS.map(({ key }) => key).filter((key) => {
    const typed = values[`nutrition_info.${key}.value`] ?? ''
    return !isBlank(typed) && parseAmount(typed) === null
  })

export type MergedField = { field: string; was: string; theirs: string; mine: string; isTaken: boolean }

/**
 * Merges another user's saved edit with this one: fields that only they changed are taken over; fields that
 * both changed keep the local value. Returns the values, and each field that they changed.
 */
export function mergeEdits(
  base: FormValues,
  theirs: FormValues,
  mine: FormValues,
): { values: FormValues; fields: MergedField[] } {
  const values = { ...mine }
  const fields: MergedField[] = []
  for (const [field, now] of Object.entries(theirs)) {
    const was = base[field] ?? ''
    const typed = mine[field] ?? ''
    if (now === was || typed === now) continue
    const isTaken = typed === was
    if (isTaken) values[field] = now
    fields.push({ field, was, theirs: now, mine: typed, isTaken })
  }
  return { values, fields }
}
