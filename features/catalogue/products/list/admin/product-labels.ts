import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  type AllergenKey,
} from '#features/catalogue/labels/allergen-statements.ts'
import { ADMIN_PRODUCTS_PAGE_SIZE } from '#shop/constants.ts'
import { eachProductText, PRODUCT_TEXTS } from '#features/catalogue/product-form/product-texts.ts'
import type { StockMovement } from '#features/stock/stock-movement.ts'
import { listCountLabel, type ListPage } from '#kit/admin/list/list-count-label.ts'
import type { ProductListView } from './product-list-url.ts'
import { formatSigned } from './stock-movement-labels.ts'

export const adminProductCountLabel = (list: ListPage): string =>
  listCountLabel(list, 'product', ADMIN_PRODUCTS_PAGE_SIZE)

export const PRODUCT_KIND_LABELS = {
  on: 'Active',
  off: 'Inactive',
  low: 'Low stock',
  archived: 'Archived',
} as const

export function productListTitle(
  { search, show, page }: ProductListView,
  categoryName: string | null,
): string {
  const parts = [
    categoryName ?? 'Products',
    show && `(${PRODUCT_KIND_LABELS[show].toLowerCase()})`,
    search && `matching ‘${search}’`,
  ]
  const title = parts.filter(Boolean).join(' ')
  return page > 1 ? `${title}, page ${page}` : title
}

const NOTICES: Readonly<Record<string, string>> = {
  'product-added': 'The product is added.',
  'product-saved': 'The product is saved.',
  'category-added': 'The category is added.',
  'category-saved': 'The category is saved.',
}

export const stockChangedNotice = (
  name: string,
  { quantity_change, stock_after }: Pick<StockMovement, 'quantity_change' | 'stock_after'>,
): string =>
  `The stock of ${name} is changed by ${formatSigned(quantity_change)}: it was ${stock_after - quantity_change}, and is now ${stock_after}.`

export const catalogueNotice = (code: string | null): string | null =>
  code && Object.hasOwn(NOTICES, code) ? NOTICES[code]! : null

const { description, badge, ...otherTexts } = eachProductText((name) => PRODUCT_TEXTS[name].label)

const allergenLabels = Object.fromEntries(
  ALLERGEN_KEYS.map((key) => [`allergens.${key}`, `Allergen ${ALLERGEN_NAMES[key]}`]),
) as Record<`allergens.${AllergenKey}`, string>

export const PRODUCT_FIELD_LABELS = {
  name: 'Name',
  category_id: 'Category',
  sku: 'SKU',
  barcode: 'Barcode',
  description,
  badge,
  is_active: 'Active',
  is_featured: 'Featured',
  is_best_seller: 'Best seller',
  price: 'Price (£)',
  vat_rate: 'VAT rate',
  stock: 'Stock',
  ...otherTexts,
  allergens: 'Allergens',
  ...allergenLabels,
  'nutrition_info.energy_kj.value': 'Energy (kJ)',
  'nutrition_info.energy.value': 'Energy (kcal)',
  'nutrition_info.fat.value': 'Fat (g)',
  'nutrition_info.saturates.value': 'Saturates (g)',
  'nutrition_info.carbohydrates.value': 'Carbohydrate (g)',
  'nutrition_info.sugars.value': 'Sugars (g)',
  'nutrition_info.fibre.value': 'Fibre (g)',
  'nutrition_info.protein.value': 'Protein (g)',
  'nutrition_info.salt.value': 'Salt (g)',
  'manufacturer.name': 'Manufacturer',
  'manufacturer.address': 'Address',
  'manufacturer.city': 'City',
  'manufacturer.country': 'Country',
  image: 'Image',
  pictures: 'Pictures',
} as const
export type ProductFieldName = keyof typeof PRODUCT_FIELD_LABELS

export const fieldLabel = (name: string): string =>
  Object.hasOwn(PRODUCT_FIELD_LABELS, name)
    ? PRODUCT_FIELD_LABELS[name as ProductFieldName]
    : name.replaceAll(/[._]/g, ' ')
