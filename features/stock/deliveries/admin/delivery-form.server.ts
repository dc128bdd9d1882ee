import { redirect } from 'react-router'
import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { requirePermission } from '#shop/permissions.ts'
import {
  deleteDelivery,
  receiveDelivery,
  saveDelivery,
  withProducts,
} from '#features/stock/deliveries/deliveries.server.ts'
import {
  lineField,
  MAX_DELIVERY_LINES,
  type DeliveryDraft,
  type TypedLine,
} from '#features/stock/deliveries/delivery.ts'
import { searchProductsToStock } from '#features/catalogue/products/admin/stock-product-search.server.ts'
import type { ProductSearch } from '#features/catalogue/products/admin/stock-product-search.ts'
import { versionField } from '#shop/text/number-fields.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { deliveryDeleteRefused, deliveryRefused } from '#features/stock/stock-refusals.server.ts'
import { DELIVERIES_PATH, deliveryPath } from './delivery-url.ts'
import type { DeliveryResult } from './delivery-result.ts'

type Answer = HandledAction<DeliveryResult>

const text = z
  .string()
  .max(500)
  .default('')
  .transform((entry) => stripNul(entry))
const deliverySchema = z
  .object({
    intent: z.string().default(''),
    delivery_id: z.uuid(),
    version: versionField,
    supplier: text,
    reason: text,
    product_search: text.transform(collapseWhiteSpace),
    add: z.string().optional(),
    remove: z.string().optional(),
    products: z.string().max(20_000).default(''),
  })
  .catchall(z.string())
type SubmittedDelivery = z.output<typeof deliverySchema>

/** Status 400: invalid form, 404: deleted, 409: conflict, 422: invalid fields, 503: database failure. */
export async function handleDelivery({ shop, admin, submitted }: AdminForm): Promise<Answer | Response> {
  requirePermission(admin, 'stock.receive-deliveries')
  const read = await readForm(submitted, deliverySchema)
  if (!read.ok) return { actionResult: { kind: 'failed', message: messages.badRequest }, status: 400 }
  const form = read.value
  const { intent, product_search: search } = form
  // Searches while typing read nothing else.
  if (intent === 'find-products-live')
    return answered(toDraft(form, []), await searchProductsToStock(shop, admin, search))
  const draft = toDraft(form, await withProducts(shop, admin, readLines(form)))
  if (form.add !== undefined) {
    const [added] = await withProducts(shop, admin, [emptyLine(form.add)])
    return answered(added && draft.lines.length < MAX_DELIVERY_LINES ? withLine(draft, added) : draft)
  }
  if (form.remove !== undefined)
    return answered({ ...draft, lines: draft.lines.filter((_line, index) => String(index) !== form.remove) })
  if (intent === 'find-products') return answered(draft, await searchProductsToStock(shop, admin, search))
  if (intent === 'delete') {
    const deleted = await deleteDelivery(shop, admin, draft)
    return deleted.ok
      ? redirect(DELIVERIES_PATH, 303)
      : withFields(deliveryDeleteRefused(deleted.refusal), { draft })
  }
  if (intent === 'save') {
    const saved = await saveDelivery(shop, admin, draft)
    return saved.ok
      ? redirect(deliveryPath(draft.id, 'saved'), 303)
      : withFields(deliveryRefused(saved.refusal, draft), { draft })
  }
  if (intent !== 'receive') return answered(draft)
  const received = await receiveDelivery(shop, admin, draft)
  if (received.ok) return redirect(deliveryPath(draft.id, 'received'), 303)
  return withFields(deliveryRefused(received.refusal, draft), {
    draft: { ...draft, version: received.version },
  })
}

const answered = (draft: DeliveryDraft, found?: ProductSearch): Answer => ({
  actionResult: { kind: 'done', draft, ...(found && { found }) },
  status: 200,
})

const toDraft = (form: SubmittedDelivery, lines: DeliveryDraft['lines']): DeliveryDraft => ({
  id: form.delivery_id,
  version: form.version,
  supplier: form.supplier,
  reason: form.reason,
  lines,
})

const emptyLine = (product_id: string): TypedLine => ({
  product_id,
  quantity: '',
  batch_number: '',
  best_before: '',
  unit_cost: '',
})

const withLine = (draft: DeliveryDraft, line: DeliveryDraft['lines'][number]): DeliveryDraft => ({
  ...draft,
  lines: [...draft.lines, line],
})

/** One field has the product IDs; entries have a field per line. */
function readLines(form: SubmittedDelivery): TypedLine[] {
  const fields: Record<string, unknown> = form
  const textOf = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? stripNul(value).slice(0, 200) : ''
  }
  return form.products
    .split(' ')
    .filter((id) => z.uuid().safeParse(id).success)
    .slice(0, MAX_DELIVERY_LINES)
    .map((product_id, index) => ({
      product_id,
      quantity: textOf(lineField('quantity', index)),
      batch_number: textOf(lineField('batch_number', index)),
      best_before: textOf(lineField('best_before', index)),
      unit_cost: textOf(lineField('unit_cost', index)),
    }))
}
