import type { RecordRow } from '#shop/audit/audit-log-entry.ts'
import { figure } from '#shop/text/format-count.ts'
import { isMailKind, type MailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { mailKindNames } from '#shop/mail/outbox/failed-emails.ts'
import { formatPounds } from '#shop/money/money.ts'
import { orderStatusNames } from '#shop/orders/order-labels.ts'
import type { OrderStatus } from '#shop/constants.ts'
import { FIELD_LABELS, fieldLabel } from '#web/admin/products/product-labels.ts'

/** One field, before and after, as it is read. */
export type ShownChange = { field: string; was: string; is: string }

const LABELS: Readonly<Record<string, string>> = { price: 'Price', image_url: 'Picture', status: 'Status', slug: 'Web address', mail: 'Email', position: 'Place' }
/** What an owner looks for comes first; the rest as in the form. */
const ORDER = ['price', 'category_id', 'is_active', ...Object.keys(FIELD_LABELS)]
const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
const NOTHING = '–'

type Names = Readonly<Record<string, string>>

/** Every field that changed, in words; of what is new, every field that is filled. */
export function changesOf({ before, after }: Pick<RecordRow, 'before' | 'after'>, categories: Names): ShownChange[] {
  const flatBefore = flat(before ?? {})
  const flatAfter = flat(after ?? {})
  const fields = [...new Set([...Object.keys(flatBefore), ...Object.keys(flatAfter)])]
  return fields
    .toSorted((one, other) => rank(one) - rank(other))
    .filter((field) => !isOfNoAmount(field, flatBefore) && !isOfNoAmount(field, flatAfter))
    .filter((field) => JSON.stringify(flatBefore[field] ?? null) !== JSON.stringify(flatAfter[field] ?? null))
    .map((field) => ({
      field: LABELS[field] ?? fieldLabel(field),
      was: shown(field, flatBefore[field], categories),
      is: field === 'image_url' && flatBefore[field] && flatAfter[field] ? 'Another one' : shown(field, flatAfter[field], categories),
    }))
}

/** Unit and measure of a nutrient say nothing while its value is not given. */
function isOfNoAmount(field: string, fields: Readonly<Record<string, unknown>>): boolean {
  const [, nutrient] = /^(nutrition_info\.\w+)\.(?:unit|per)$/.exec(field) ?? []
  return nutrient !== undefined && (fields[`${nutrient}.value`] ?? null) === null
}

/** `{ manufacturer: { city } }` becomes `manufacturer.city`, as the forms name their fields. */
function flat(fields: Readonly<Record<string, unknown>>, path = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as Record<string, unknown>, `${path}${name}.`))
        : [[path + name, value] as const],
    ),
  )
}

function shown(field: string, value: unknown, categories: Names): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field === 'price' && typeof value === 'number') return formatPounds(value)
  if (field === 'category_id') return categories[String(value)] ?? 'Another category'
  if (field === 'image_url') return 'A picture'
  if (field === 'mail' && isMailKind(String(value))) return mailKindNames[String(value) as MailKind]
  if (field === 'status') return orderStatusNames[value as OrderStatus] ?? String(value)
  return typeof value === 'number' ? figure(value) : String(value)
}

const LINE_MAX_LENGTH = 110
const SAME_BEFORE = 24

/** Of two long texts the part where they part ways: the rest is read by whoever opens the row. */
export function clipped({ field, was, is }: ShownChange): ShownChange {
  if (Math.max(was.length, is.length) <= LINE_MAX_LENGTH) return { field, was, is }
  let same = 0
  while (same < Math.min(was.length, is.length) && was[same] === is[same]) same += 1
  const start = same > SAME_BEFORE * 2 ? same - SAME_BEFORE : 0
  const cut = (words: string) => {
    const end = start + LINE_MAX_LENGTH
    return `${start > 0 ? '…' : ''}${words.slice(start, end)}${words.length > end ? '…' : ''}`
  }
  return { field, was: cut(was), is: cut(is) }
}
