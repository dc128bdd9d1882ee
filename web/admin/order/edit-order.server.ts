import { z } from 'zod'
import { isDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { orderEditMessages } from '#shop/orders/admin-order-messages.ts'
import { type OrderDetail } from '#shop/orders/order.ts'
import { isOrderOpen, ORDER_STATUSES } from '#shop/orders/order-status.ts'
import type { EditRefusal } from '#shop/orders/order-procedures.server.ts'
import { editOrder, findOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'
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

type HandledAction = { actionResult: OrderEditActionResult; status: number }

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

/** 400: invalid form, 404: no such order, 409: conflict or missing stock, 422: invalid fields, 503: database failure. */
export async function saveOrderEdit(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  form: FormData,
): Promise<HandledAction> {
  const submittedBase = readSubmittedBase(form)
  if (!submittedBase)
    return {
      actionResult: { intent: 'edit', kind: 'failed', message: messages.badRequest, errors: {} },
      status: 400,
    }
  const draft = readDraft(form, submittedBase)
  try {
    return await save(shop, admin, orderId, submittedBase, draft)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'an order could not be edited')
    return {
      actionResult: { intent: 'edit', kind: 'failed', message: messages.anErrorOccurred, errors: {}, draft },
      status: 503,
    }
  }
}

async function save(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  submittedBase: SubmittedBase,
  draft: OrderDraft,
): Promise<HandledAction> {
  const remaining = remainingItems(submittedBase.items, draft)
  const errors = Object.fromEntries(
    remaining
      .filter(({ id }) => parseOrderQuantity(draft.quantities[id]) === null)
      .map(({ id, product_name }) => [quantityField(id), orderEditMessages.quantityInvalid(product_name)]),
  )
  if (!isDay(draft.delivery)) errors['estimated_delivery'] = orderEditMessages.dateInvalid
  if (Object.keys(errors).length > 0) return refuse(422, { draft, errors })
  const items = remaining.map(({ id }) => ({ id, quantity: Number(draft.quantities[id]) }))
  const edit = { orderId, version: submittedBase.version, items, estimatedDelivery: draft.delivery }
  const saved = await editOrder(shop, admin, edit)
  if (saved.ok)
    return {
      actionResult: { intent: 'edit', kind: 'done', message: orderEditMessages.saved, errors: {} },
      status: 200,
    }
  return toRefusal(saved.refusal, {
    submittedBase,
    draft,
    order: await findOrder(shop, admin, orderId),
    now: shop.clock().toISOString(),
  })
}

type RefusalContext = {
  submittedBase: SubmittedBase
  draft: OrderDraft
  order: OrderDetail | null
  now: string
}

function toRefusal(
  refusal: EditRefusal,
  { submittedBase, draft, order, now }: RefusalContext,
): HandledAction {
  if (!order || refusal.code === 'not-found') return refuse(404, { message: messages.orderNotFound, draft })
  switch (refusal.code) {
    case 'changed-meanwhile':
    case 'not-editable': {
      const base = toBaseOrder(order)
      const message = isOrderOpen(order.status)
        ? orderEditMessages.editConflict
        : orderEditMessages.notEditable(order.status)
      const changes = {
        by: lastOrderChangeLabel(order, now),
        lines: listOrderDifferences(submittedBase, base),
      }
      return refuse(409, { message, base, draft: mergeOrderDraft(draft, submittedBase, base), changes })
    }
    case 'not-enough-stock':
      return refuse(409, { draft, errors: listStockErrors(refusal.lines, order) })
    case 'date-invalid':
      return refuse(422, { draft, errors: { estimated_delivery: orderEditMessages.dateInvalid } })
    case 'no-items-left':
      return refuse(422, { draft, message: orderEditMessages.oneItemStays })
    case 'quantity-invalid':
      return refuse(422, { draft, message: orderEditMessages.totalTooLarge })
  }
}

function listStockErrors(
  lines: Extract<EditRefusal, { code: 'not-enough-stock' }>['lines'],
  { items }: OrderDetail,
) {
  const errors: Record<string, string> = {}
  for (const { product_id, name, stock } of lines) {
    const item = items.find((candidate) => candidate.product_id === product_id)
    if (item)
      errors[quantityField(item.id)] = orderEditMessages.notEnoughStock(
        name,
        stock,
        Math.min(item.quantity + stock, MAX_LINE_QUANTITY),
      )
  }
  return errors
}

const refuse = (status: number, fields: Partial<OrderEditActionResult>): HandledAction => ({
  actionResult: { intent: 'edit', kind: 'refused', message: '', errors: {}, ...fields },
  status,
})

function readSubmittedBase(form: FormData): SubmittedBase | undefined {
  try {
    return baseOrderSchema.parse(JSON.parse(String(form.get('seen'))))
  } catch {
    return undefined
  }
}

const readDraft = (form: FormData, { items }: SubmittedBase): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id }) => [id, String(form.get(quantityField(id)) ?? '')])),
  removed: items.map(({ id }) => id).filter((id) => form.has(removedField(id))),
  delivery: String(form.get('estimated_delivery') ?? ''),
})
