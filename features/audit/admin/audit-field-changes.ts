import type { AuditLogEntry } from '#features/audit/audit-log-entry.ts'
import { describeAllergens } from './describe-allergens.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { formatHour } from '#shop/delivery/delivery-messages.ts'
import { featuredOrderMessages } from '#features/catalogue/featured-order/featured-order-messages.ts'
import { describePictures } from '#features/catalogue/products/product-picture-messages.ts'
import type { PictureReference } from '#features/catalogue/products/product-pictures.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { isMailKind, mailKindLabels, type MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { formatPounds } from '#shop/money/money.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { contentMessages, homeTextLabels } from '#features/content/content-messages.ts'
import { IDENTITY_LABELS } from '#shop/identity/identity-labels.ts'
import { eachOptionalEmail } from '#features/settings/owner-switches.ts'
import { isSizeLimit, NO_SIZE_LIMITS, ORDER_LIMITS } from '#shop/order-limits.ts'
import { orderLimitLabels, settingMessages } from '#features/settings/setting-messages.ts'
import { PRODUCT_FIELD_LABELS, fieldLabel } from '#features/catalogue/products/list/admin/product-labels.ts'

export type AuditFieldChange = { field: string; oldValue: string; newValue: string }

const LABELS: Readonly<Record<string, string>> = {
  price: 'Price',
  file: 'File',
  changed: 'Changed',
  added: 'Added',
  undone: 'Undone',
  kept: 'Left as they are',
  offer_price: 'Offer price',
  offer_ends_at: 'On offer until',
  reference_price: 'Shown as “Was”',
  starts_at: 'From',
  ends_at: 'Until',
  image_url: 'Picture',
  image_alt: 'Alternative text',
  more_pictures: 'Further pictures',
  featured_order: featuredOrderMessages.title,
  archived_at: 'Archived',
  status: 'Status',
  slug: 'Web address',
  mail: 'Email',
  is_charged: settingMessages.deliveryCharged,
  standard: 'Standard delivery',
  free_over: 'Free delivery over',
  express: 'Express delivery',
  cut_off_hour: settingMessages.cutOff,
  position: 'Place',
  goes_well_with: 'Goes well with',
  words: 'Words',
  role: 'Role',
  is_on_home_page: 'On the home page',
  new_orders: 'Email for each new order',
  low_stock: 'Email for low stock',
  digest_hour: 'Hour of the digest',
  low_stock_threshold: 'Stock is low below',
  enquiries_by_email: 'Feedback and enquiries by email',
  is_hidden: 'First steps hidden',
  has_backup: 'Backup set up',
  ...eachOptionalEmail((kind) => `Email: ${mailKindLabels[kind]}`),
  owners_need_second_factor: 'Second factor of owners',
  is_suspended: 'Suspended',
  page: 'Page',
  text: contentMessages.text,
  keeps_standard: contentMessages.keepsStandard,
  ...homeTextLabels,
  ...IDENTITY_LABELS,
  name: 'Name',
  deleted_products: 'Products deleted',
  switched_off_products: 'Products switched off',
  deleted_categories: 'Categories deleted',
  ...Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, orderLimitLabels[limit].label])),
}
const FIELD_ORDER = [
  'price',
  'offer_price',
  'starts_at',
  'ends_at',
  'category_id',
  'is_active',
  ...Object.keys(PRODUCT_FIELD_LABELS),
]
const rank = (field: string) =>
  FIELD_ORDER.includes(field) ? FIELD_ORDER.indexOf(field) : FIELD_ORDER.length
const AMOUNT_FIELDS = new Set(['price', 'offer_price', 'reference_price', 'standard', 'free_over', 'express'])
const TIME_FIELDS = new Set(['archived_at', 'offer_ends_at', 'starts_at', 'ends_at'])
const EMPTY_VALUE = '–'
const statusLabels: Readonly<Record<string, string>> = orderStatusLabels

type CategoryNames = Readonly<Record<string, string>>

export function listFieldChanges(
  { before, after }: Pick<AuditLogEntry, 'before' | 'after'>,
  categories: CategoryNames,
): AuditFieldChange[] {
  const flattenedBefore = flattenFields(before, after)
  const flattenedAfter = flattenFields(after, before)
  const fields = [...new Set([...Object.keys(flattenedBefore), ...Object.keys(flattenedAfter)])]
  return fields
    .sort((first, second) => rank(first) - rank(second))
    .filter(
      (field) =>
        !isUnitOfEmptyNutrient(field, flattenedBefore) && !isUnitOfEmptyNutrient(field, flattenedAfter),
    )
    .filter(
      (field) =>
        JSON.stringify(flattenedBefore[field] ?? null) !== JSON.stringify(flattenedAfter[field] ?? null),
    )
    .map((field) => ({
      field: LABELS[field] ?? fieldLabel(field),
      oldValue: formatValue(field, flattenedBefore[field], categories),
      newValue: formatNewValue(field, flattenedBefore[field], flattenedAfter[field], categories),
    }))
}

/** Two pictures look the same when described in words. */
function formatNewValue(field: string, before: unknown, after: unknown, categories: CategoryNames): string {
  const formatted = formatValue(field, after, categories)
  const isSameInWords = before && after && formatValue(field, before, categories) === formatted
  if (field === 'image_url' && isSameInWords) return 'Another one'
  return field === 'more_pictures' && isSameInWords ? 'Others, or in another order' : formatted
}

function isUnitOfEmptyNutrient(field: string, fields: Readonly<Record<string, unknown>>): boolean {
  const [, nutrient] = /^(nutrition_info\.\w+)\.(?:unit|per)$/.exec(field) ?? []
  return nutrient !== undefined && (fields[`${nutrient}.value`] ?? null) === null
}

type Fields = AuditLogEntry['before']

/** The changed allergens are one field, because 14 lines would hide the others. */
function flattenFields(fields: Fields, otherFields: Fields): Record<string, unknown> {
  const { allergens, ...rest } = fields ?? {}
  return {
    ...flatten(rest),
    ...(allergens !== undefined && { allergens: describeAllergens(allergens, otherFields?.['allergens']) }),
  }
}

function flatten(fields: Readonly<Record<string, unknown>>, path = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flatten(value as Record<string, unknown>, `${path}${name}.`))
        : [[path + name, value] as const],
    ),
  )
}

function formatValue(field: string, value: unknown, categories: CategoryNames): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE
  if (isSizeLimit(field) && value === NO_SIZE_LIMITS[field]) return EMPTY_VALUE
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (AMOUNT_FIELDS.has(field) && typeof value === 'number') return formatPounds(value)
  if (field === 'cut_off_hour' && typeof value === 'number') return formatHour(value)
  if (TIME_FIELDS.has(field)) return formatLondonDateTime(String(value))
  if (field === 'category_id') return categories[String(value)] ?? 'Another category'
  if (field === 'image_url') return 'A picture'
  if (field === 'more_pictures') return describePictures(value as PictureReference[]) || EMPTY_VALUE
  if (field === 'mail' && isMailKind(String(value))) return mailKindLabels[String(value) as MailKind]
  if (field === 'status') return statusLabels[String(value)] ?? String(value)
  return typeof value === 'number' ? formatCount(value) : String(value)
}

const MAX_LINE_LENGTH = 110
const CONTEXT_LENGTH = 24

export function truncateFieldChange({ field, oldValue, newValue }: AuditFieldChange): AuditFieldChange {
  if (Math.max(oldValue.length, newValue.length) <= MAX_LINE_LENGTH) return { field, oldValue, newValue }
  let commonLength = 0
  while (
    commonLength < Math.min(oldValue.length, newValue.length) &&
    oldValue[commonLength] === newValue[commonLength]
  )
    commonLength += 1
  const start = commonLength > CONTEXT_LENGTH * 2 ? commonLength - CONTEXT_LENGTH : 0
  const truncate = (text: string) => {
    const end = start + MAX_LINE_LENGTH
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`
  }
  return { field, oldValue: truncate(oldValue), newValue: truncate(newValue) }
}
