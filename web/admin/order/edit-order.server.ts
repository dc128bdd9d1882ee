import { z } from 'zod'
import { isDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { orderEditMessages } from '#shop/orders/admin-order-messages.ts'
import { editOrder, findOrder } from '#shop/orders/orders.server.ts'
import { isPriced } from '#shop/orders/order.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { ORDER_STATUSES } from '#shop/orders/order-status.ts'
import { readForm } from '#web/forms/read-form.server.ts'
import { orderEditRefused } from '#web/forms/refusal-answers.server.ts'
import { withFields, type HandledAction } from '#web/forms/respond.server.ts'
import { lastOrderChangeLabel, type OrderEditActionResult } from './edit-order-result.ts'
import {
  toBaseOrder,
  mergeOrderDraft,
  listOrderDifferences,
  remainingItems,
  quantityField,
  removedField,
  parseOrderQuantity,
  type OrderDraft,
} from './order-draft.ts'

type Handled = Promise<HandledAction<OrderEditActionResult>>
const INTENT = { intent: 'edit' } as const

const MAX_ITEMS = 1000
const baseOrderSchema = z.object({
  version: z.int32().min(0),
  status: z.enum(ORDER_STATUSES),
  estimated_delivery: z.string().refine(isDay),
  items: z
    .array(z.object({ id: z.uuid(), product_name: z.string(), price: z.number(), quantity: z.int() }))
    .min(1)
    .max(MAX_ITEMS),
})
type SubmittedBase = z.output<typeof baseOrderSchema>

const baseOrderText = z.string().transform((text, { addIssue }) => {
  try {
    return baseOrderSchema.parse(JSON.parse(text))
  } catch {
    addIssue(messages.badRequest)
    return z.NEVER
  }
})

/** Each item has its own fields, whose names have its ID. */
const orderEditSchema = z
  .object({ seen: baseOrderText, estimated_delivery: z.string().default('') })
  .catchall(z.string())
  .transform(({ seen, estimated_delivery, ...fields }) => ({
    submittedBase: seen,
    draft: {
      quantities: Object.fromEntries(seen.items.map(({ id }) => [id, fields[quantityField(id)] ?? ''])),
      removed: seen.items.map(({ id }) => id).filter((id) => fields[removedField(id)] !== undefined),
      delivery: estimated_delivery,
    } satisfies OrderDraft,
  }))
type SubmittedEdit = z.output<typeof orderEditSchema>

/** Status 400: invalid form, 404: no such order, 409: conflict or missing stock, 422: invalid fields, 503: database failure. */
export async function saveOrderEdit(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  submitted: FormData,
): Handled {
  const form = await readForm(submitted, orderEditSchema)
  if (!form.ok)
    return {
      actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest, errors: {} },
      status: 400,
    }
  try {
    return await save(shop, admin, orderId, form.value)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'an order could not be edited')
    const { draft } = form.value
    return {
      actionResult: { ...INTENT, kind: 'failed', message: messages.anErrorOccurred, errors: {}, draft },
      status: 503,
    }
  }
}

async function save(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  { submittedBase, draft }: SubmittedEdit,
): Handled {
  const remaining = remainingItems(submittedBase.items, draft)
  const errors = quantityErrors(remaining, draft)
  if (!isDay(draft.delivery)) errors['estimated_delivery'] = orderEditMessages.dateInvalid
  if (Object.keys(errors).length > 0)
    return { actionResult: { ...INTENT, kind: 'refused', message: '', errors, draft }, status: 422 }
  const items = remaining.map(({ id }) => ({ id, quantity: Number(draft.quantities[id]) }))
  const edit = { orderId, version: submittedBase.version, items, estimatedDelivery: draft.delivery }
  const saved = await editOrder(shop, admin, edit)
  if (saved.ok)
    return { actionResult: { ...INTENT, kind: 'done', message: orderEditMessages.saved }, status: 200 }
  const found = await findOrder(shop, admin, orderId)
  const order = found && isPriced(found) ? found : null
  const refused = withFields(
    orderEditRefused(order ? saved.refusal : { code: 'not-found' }, { order, stockField: quantityField }),
    INTENT,
  )
  const isConflict = saved.refusal.code === 'changed-meanwhile' || saved.refusal.code === 'not-editable'
  if (!order || !isConflict) return withFields(refused, { draft })
  const base = toBaseOrder(order)
  const changes = {
    by: lastOrderChangeLabel(order, shop.clock().toISOString()),
    lines: listOrderDifferences(submittedBase, base),
  }
  return withFields(refused, { base, draft: mergeOrderDraft(draft, submittedBase, base), changes })
}

const quantityErrors = (items: SubmittedBase['items'], draft: OrderDraft): Record<string, string> =>
  Object.fromEntries(
    items
      .filter(({ id }) => parseOrderQuantity(draft.quantities[id]) === null)
      .map(({ id, product_name }) => [quantityField(id), orderEditMessages.quantityInvalid(product_name)]),
  )
