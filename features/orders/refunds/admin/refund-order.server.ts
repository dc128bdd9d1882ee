import { z } from 'zod'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { messages } from '#shop/messages/messages.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import {
  DOOR_PAYMENTS,
  REFUND_METHODS,
  type DoorPayment,
  type RefundMethod,
} from '#features/orders/refunds/refund.ts'
import { adminRefundMessages } from '#features/orders/refunds/admin-refund-messages.ts'
import { refundOrder } from '#features/orders/refunds/refunds.server.ts'
import { isPriced } from '#features/orders/order.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { poundsNumber, priceNumber, versionNumber, wholeWithin } from '#shop/text/number-fields.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { jsonField } from '#kit/admin/lines/json-field.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { orderRefundRefused } from '#features/orders/refunds/refund-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import {
  parseFreeAmount,
  parseRefundDraft,
  parseRefundQuantity,
  refundAmountField,
  refundQuantityField,
  toRefundBase,
  wholeRefundDraft,
  type RefundBase,
  type RefundDraft,
} from './refund-draft.ts'
import type { RefundActionResult } from './refund-result.ts'

type Handled = Promise<HandledAction<RefundActionResult>>
const INTENT = { intent: 'refund' } as const

const MAX_ITEMS = 1000
const baseSchema = z.object({
  key: z.uuid(),
  version: versionNumber,
  door_payment: z.enum(DOOR_PAYMENTS).nullable(),
  remaining: poundsNumber,
  // A form of an earlier version has no such field.
  delivery: poundsNumber.default(0),
  items: z
    .array(
      z.object({
        id: z.uuid(),
        product_name: z.string(),
        price: priceNumber,
        remaining: wholeWithin(0, MAX_LINE_QUANTITY),
      }),
    )
    .min(1)
    .max(MAX_ITEMS),
}) satisfies z.ZodType<RefundBase>

/** Each item has a field, named by its ID. */
const refundSchema = z
  .object({
    seen: jsonField(baseSchema),
    amount_seen: z.string().default(''),
    free_amount: z.string().default(''),
    refund_reason: z
      .string()
      .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
      .max(MAX_CANCELLATION_NOTE_LENGTH)
      .default(''),
    refund_method: z.string().default(''),
    refund_payment: z.string().default(''),
    refund_restock: z.string().optional(),
    refund_delivery: z.string().optional(),
  })
  .catchall(z.string())
  .transform(({ seen, amount_seen, ...fields }) => ({
    base: seen,
    amountSeen: amount_seen,
    draft: {
      quantities: Object.fromEntries(
        seen.items.map(({ id }) => [id, (fields as Record<string, string>)[refundQuantityField(id)] ?? '']),
      ),
      hasDelivery: fields.refund_delivery !== undefined,
      free: fields.free_amount,
      reason: fields.refund_reason,
      method: fields.refund_method,
      isRestocked: fields.refund_restock !== undefined,
      payment: fields.refund_payment,
    } satisfies RefundDraft,
  }))
type SubmittedRefund = z.output<typeof refundSchema>

/** Fills in the full remainder for browsers without scripts; refunds nothing. */
export async function fillInWholeRefund(submitted: FormData): Handled {
  const form = await readForm(submitted, refundSchema)
  if (!form.ok) return badForm
  const { base, draft } = form.value
  return {
    actionResult: { ...INTENT, kind: 'refused', errors: {}, base, draft: wholeRefundDraft(base, draft) },
    status: 200,
  }
}

/**
 * Status 400: invalid form, 404: no such order, 409: changed meanwhile, 422: invalid fields or an unconfirmed
 * amount, 503: database failure.
 */
export async function saveRefund({ shop, admin, submitted, params }: AdminForm): Handled {
  const form = await readForm(submitted, refundSchema)
  if (!form.ok) return badForm
  return save(shop, admin, params['id'] ?? '', form.value)
}

/** What a form that failed keeps. */
export async function readRefund(submitted: FormData) {
  const form = await readForm(submitted, refundSchema)
  return form.ok ? { base: form.value.base, draft: form.value.draft } : {}
}

async function save(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  { base, draft, amountSeen }: SubmittedRefund,
): Handled {
  const errors = fieldErrors(base, draft)
  const parsed = parseRefundDraft(base, draft)
  if (!parsed || Object.keys(errors).length > 0)
    return { actionResult: { ...INTENT, kind: 'refused', errors, draft, base }, status: 422 }
  const { amount, isWhole, hasDelivery, free, quantities } = parsed
  // Without scripts the button did not show the amount yet.
  if (amount > 0 && amount <= base.remaining && amountSeen !== amount.toFixed(2))
    return {
      actionResult: {
        ...INTENT,
        kind: 'refused',
        message: adminRefundMessages.confirmAmount(amount),
        errors: {},
        draft,
        base,
      },
      status: 422,
    }
  const refunded = await refundOrder(shop, admin, {
    orderId,
    idempotencyKey: base.key,
    version: base.version,
    amount,
    isWhole,
    lines: Object.entries(quantities).map(([id, quantity]) => ({ id, quantity })),
    hasDelivery,
    freeAmount: free,
    reason: draft.reason,
    method: draft.method as RefundMethod,
    isRestocked: draft.isRestocked,
    payment: draft.payment === '' ? null : (draft.payment as DoorPayment),
  })
  if (refunded.ok) {
    shop.outbox.wake()
    const message = adminRefundMessages.done(
      refunded.value.amount,
      shop.switches.customer_emails['order-refunded'],
    )
    return { actionResult: { ...INTENT, kind: 'done', message }, status: 200 }
  }
  const refused = withFields(
    orderRefundRefused(refunded.refusal, {
      quantityField: refundQuantityField,
      amountField: refundAmountField(draft),
    }),
    INTENT,
  )
  if (refused.status !== 409) return withFields(refused, { draft, base })
  const order = await findOrder(shop, admin, orderId)
  return withFields(refused, {
    draft,
    ...(order && isPriced(order) && { base: toRefundBase(order, crypto.randomUUID()) }),
  })
}

const badForm = {
  actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest, errors: {} },
  status: 400,
} as const satisfies HandledAction<RefundActionResult>

const isOneOf = (values: readonly string[], value: string) => values.includes(value)

function fieldErrors(base: RefundBase, draft: RefundDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { id, product_name, remaining } of base.items)
    if (parseRefundQuantity(draft.quantities[id], remaining) === null)
      errors[refundQuantityField(id)] = adminRefundMessages.quantityInvalid(product_name, remaining)
  if (parseFreeAmount(draft.free) === null) errors['free_amount'] = adminRefundMessages.freeAmountInvalid
  if (base.door_payment === null && !isOneOf(DOOR_PAYMENTS, draft.payment))
    errors['refund_payment'] = adminRefundMessages.paymentMissing
  if (draft.reason === '') errors['refund_reason'] = adminRefundMessages.reasonMissing
  if (!isOneOf(REFUND_METHODS, draft.method)) errors['refund_method'] = adminRefundMessages.methodMissing
  return errors
}
