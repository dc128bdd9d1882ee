import type { ProcedureRefusal, ProcedureValue } from '#features/call-procedure.server.ts'
import { refused, type Done, type Refusal, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { ChangedLine } from '#features/answer-fields.server.ts'
import { SHIPPING_MISSING_MESSAGES, type CheckoutAttempt } from '#features/checkout/checkout-form.ts'
import { validateShippingField, type ShippingField } from '#features/checkout/address/shipping-address.ts'

type PlaceOrderRefusal =
  | Exclude<ProcedureRefusal<'place_order'>, { code: 'address-incomplete' }>
  | Refusal<'address-incomplete'>

/**
 * Places an order once per idempotency key. 'cart-changed' has the current lines if a displayed price or the stock has changed,
 * 'delivery-changed' the current charge. `repeated`: the order existed; 'key-reused': the key belongs to another cart's order.
 */
export async function placeOrder(
  shop: ShopDependencies,
  customer: Actor,
  order: CheckoutAttempt,
): Promise<Done<ProcedureValue<'place_order'>> | Refused<PlaceOrderRefusal>> {
  requirePermission(customer, 'checkout.place-order')
  const answer = await shop.orderBatcher.place(customer, order)
  if (answer.ok) {
    shop.outbox.wake()
    return answer
  }
  const { refusal } = answer
  if (refusal.code === 'cart-changed')
    return refused('cart-changed', { lines: refusal.lines.map(withoutHiddenName) })
  if (refusal.code !== 'address-incomplete') return { ok: false, refusal }
  return refused('address-incomplete', {
    fields: Object.fromEntries(
      refusal.fields.map((field) => [field, fieldMessage(field, order.shipping_address[field])]),
    ),
  })
}

function fieldMessage(field: ShippingField, entry: string): string {
  const checked = validateShippingField(field, entry)
  return checked.ok ? SHIPPING_MISSING_MESSAGES[field] : checked.sentence
}

/** The name of a withdrawn product is not public; the cart shows the name under which it was added. */
const withoutHiddenName = (line: ChangedLine): ChangedLine =>
  line.problem === 'withdrawn' ? { ...line, name: null } : line
