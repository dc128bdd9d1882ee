import { z } from 'zod'
import { isDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { editWords } from '#shop/orders/admin-order-messages.ts'
import { mayEdit, type OrderDetail } from '#shop/orders/order.ts'
import type { EditRefusal } from '#shop/orders/order-procedures.server.ts'
import { editOrder, findOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { LINE_QUANTITY_MAX, ORDER_STATUSES } from '#shop/constants.ts'
import { changedByLast, type EditAnswer } from './edit-order-result.ts'
import {
  baseOf, carryOver, differences, keptItems, quantityField, removeField, typedQuantity, type OrderDraft,
} from './order-draft.ts'

type Answered = { answer: EditAnswer; status: number }

const ITEMS_MAX = 1000
/** The order as the form's sender saw it, as the form itself carries it. */
const seenOrder = z.object({
  version: z.int32().min(0),
  status: z.enum(ORDER_STATUSES),
  estimated_delivery: z.string().refine(isDay),
  items: z.array(z.object({ id: z.uuid(), product_name: z.string(), price: z.number(), quantity: z.int() })).min(1).max(ITEMS_MAX),
})
type Seen = z.output<typeof seenOrder>

/** Saves an order as its posted edit form says, and tells what came of it (§5, §8, D24). */
export async function saveOrderEdit(shop: Shop, admin: Admin, orderId: string, form: FormData): Promise<Answered> {
  const seen = readSeen(form)
  if (!seen) return { answer: { intent: 'edit', kind: 'failed', message: messages.badRequest, errors: {} }, status: 400 }
  const draft = readDraft(form, seen)
  try {
    return await save(shop, admin, orderId, seen, draft)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'an order could not be edited')
    return { answer: { intent: 'edit', kind: 'failed', message: messages.anErrorOccurred, errors: {}, draft }, status: 503 }
  }
}

async function save(shop: Shop, admin: Admin, orderId: string, seen: Seen, draft: OrderDraft): Promise<Answered> {
  const kept = keptItems(seen.items, draft)
  const errors = Object.fromEntries(
    kept
      .filter(({ id }) => typedQuantity(draft.quantities[id]) === null)
      .map(({ id, product_name }) => [quantityField(id), editWords.quantityInvalid(product_name)]),
  )
  if (!isDay(draft.delivery)) errors['estimated_delivery'] = editWords.dateInvalid
  if (Object.keys(errors).length > 0) return refuse(422, { draft, errors })
  const items = kept.map(({ id }) => ({ id, quantity: Number(draft.quantities[id]) }))
  const edit = { orderId, version: seen.version, items, estimatedDelivery: draft.delivery }
  const saved = await editOrder(shop, admin, edit)
  if (saved.ok) return { answer: { intent: 'edit', kind: 'done', message: editWords.saved, errors: {} }, status: 200 }
  return tellRefusal(saved.refusal, { seen, draft, order: await findOrder(shop, admin, orderId), now: shop.clock().toISOString() })
}

type Refused = { seen: Seen; draft: OrderDraft; order: OrderDetail | null; now: string }

function tellRefusal(refusal: EditRefusal, { seen, draft, order, now }: Refused): Answered {
  if (!order || refusal.code === 'not-found') return refuse(404, { message: messages.orderNotFound, draft })
  switch (refusal.code) {
    case 'changed-meanwhile':
    case 'not-editable': {
      const base = baseOf(order)
      const message = mayEdit(order.status) ? editWords.changedMeanwhile : editWords.notEditable(order.status)
      const changes = { by: changedByLast(order, now), lines: differences(seen, base) }
      return refuse(409, { message, base, draft: carryOver(draft, seen, base), changes })
    }
    case 'not-enough-stock':
      return refuse(409, { draft, errors: tooMuch(refusal.lines, order) })
    case 'date-invalid':
      return refuse(422, { draft, errors: { estimated_delivery: editWords.dateInvalid } })
    case 'no-items-left':
      return refuse(422, { draft, message: editWords.oneItemStays })
    case 'quantity-invalid':
      return refuse(422, { draft, message: editWords.totalTooLarge })
  }
}

function tooMuch(lines: Extract<EditRefusal, { code: 'not-enough-stock' }>['lines'], { items }: OrderDetail) {
  const errors: Record<string, string> = {}
  for (const { product_id, name, stock } of lines) {
    const item = items.find((candidate) => candidate.product_id === product_id)
    if (item) errors[quantityField(item.id)] = editWords.notEnoughStock(name, stock, Math.min(item.quantity + stock, LINE_QUANTITY_MAX))
  }
  return errors
}

const refuse = (status: number, told: Partial<EditAnswer>): Answered => ({
  answer: { intent: 'edit', kind: 'refused', message: '', errors: {}, ...told },
  status,
})

function readSeen(form: FormData): Seen | undefined {
  try {
    return seenOrder.parse(JSON.parse(String(form.get('seen'))))
  } catch {
    return undefined
  }
}

const readDraft = (form: FormData, { items }: Seen): OrderDraft => ({
  quantities: Object.fromEntries(items.map(({ id }) => [id, String(form.get(quantityField(id)) ?? '')])),
  removed: items.map(({ id }) => id).filter((id) => form.has(removeField(id))),
  delivery: String(form.get('estimated_delivery') ?? ''),
})
