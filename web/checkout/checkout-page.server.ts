import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { Profile } from '#shop/accounts/profile/profile.ts'
import { keepOrderAddress, readProfile } from '#shop/accounts/profile/profile.server.ts'
import type { RefusedLine } from '#shop/cart/reconcile-cart.ts'
import { placeOrderForm, type OrderLine, type ShippingForm } from '#shop/checkout/checkout-form.ts'
import { findSubmittedOrder } from '#shop/checkout/placing/find-placed-order.server.ts'
import { orderTooLarge, overAllowance, tooManyOrders, tooManyProducts, type OrderAllowance } from '#shop/checkout/limits/limit-messages.ts'
import { readOrderAllowance } from '#shop/checkout/limits/order-allowance.server.ts'
import { placeOrder, type PlaceOrderRefusal } from '#shop/checkout/placing/place-order.server.ts'
import type { SubmittedOrder } from '#shop/checkout/placing/placed-order.ts'
import { messages } from '#shop/messages/messages.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { Customer } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { accountsContext, replyContext, shopContext, visitContext } from '#web/http/request-contexts.ts'
import { requireCustomer } from '#web/http/route-guards.server.ts'
import { readForm } from '#web/forms/parse-form.server.ts'

export type CheckoutData = {
  /** What was typed here belongs to one customer: another one on the same browser never sees it. */
  customer_id: string
  email: string
  /** Null where it could not be read; the order says it then. */
  allowance: OrderAllowance | null
  profile: Profile | null
  /** What the submit that the address names has ordered already; null where it has not, or none is named (D17). */
  submitted: SubmittedOrder | null
}

export type PlacingAnswer = { placed: { order_id: string } } | PlacingFailure
export type PlacingFailure = {
  message: string
  /** What to do about it, where the message alone does not say. */
  advice?: string
  /** Field name to sentence, for the address. */
  errors?: Record<string, string>
  /** Lines that are not as the shopper saw them (D16). */
  lines?: RefusedLine[]
  /** For sure: without it, as after a lost connection, the order may stand all the same (D17). */
  is_nothing_ordered?: true
  /** More than this customer may have open unpaid, which the notice above the steps says as well. */
  is_open_total?: true
  /** An earlier submit with this key has made its order, of another cart or address. */
  is_key_used?: true
  /** An earlier submit with this key has made its order, and that order is cancelled: it takes a new key to order again. */
  is_key_spent?: true
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CheckoutData> {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const key = new URL(request.url).searchParams.get('submitted')
  const [profile, allowance, submitted] = await Promise.all([
    readProfile(shop, customer),
    readOrderAllowance(shop, customer).catch((error: unknown) => {
      shop.log.error({ error, user: customer.userId }, 'open orders could not be read')
      return null
    }),
    key === null ? null : findSubmittedOrder(shop, customer, key),
  ])
  return { customer_id: customer.userId, email: customer.email, allowance, profile, submitted }
}

/** §2, D16, D17: places the order, or says why nothing was ordered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const form = await readForm(request, placeOrderForm)
  if (!form.ok) return failure({ message: messages.orderNotPlaced, is_nothing_ordered: true, errors: form.errors }, 422)
  const { lines, payment_method, idempotency_key, keep_address, ...shippingAddress } = form.value
  const caller = context.get(accountsContext).orderCallerKey(context.get(visitContext))
  const order = { idempotencyKey: idempotency_key, lines, shippingAddress, paymentMethod: payment_method, caller }
  const placed = await placeOrder(shop, customer, order).catch((error: unknown) => {
    shop.log.error({ error, user: customer.userId }, 'an order could not be placed')
    return null
  })
  if (placed?.ok && placed.value.repeated && placed.value.status === 'cancelled') return failure(orderIsGone, 409)
  if (placed?.ok) {
    // Nobody waits for it, and an order stands whatever becomes of it.
    if (keep_address) void keepAddress(shop, customer, shippingAddress)
    context.get(replyContext).leadsAway = true
    return data<PlacingAnswer>({ placed: { order_id: placed.value.order_id } })
  }
  if (placed?.refusal.code === 'too-many-orders') {
    const { retry_after_seconds } = placed.refusal
    context.get(replyContext).headers.set('retry-after', String(retry_after_seconds))
    return failure({ message: messages.orderNotPlaced, is_nothing_ordered: true, advice: tooManyOrders(retry_after_seconds) }, 429)
  }
  return placed ? failure(sayWhy(placed.refusal, totalOf(lines)), 409) : failure({ message: messages.orderNotPlaced }, 500)
}

const keepAddress = (shop: Shop, customer: Customer, address: ShippingForm) =>
  keepOrderAddress(shop, customer, address).catch((error: unknown) =>
    shop.log.error({ error, user: customer.userId }, 'the address of an order could not be kept'),
  )

const failure = (answer: PlacingFailure, status: number) => data<PlacingAnswer>(answer, { status })

/**
 * A press that meets its own cancelled order asks again before it orders: it may be the second try of a submit whose
 * answer was lost, and the shop may have cancelled that order with a reason.
 */
const orderIsGone: PlacingFailure = {
  message: messages.orderNotPlaced,
  advice: messages.earlierOrderCancelled,
  is_key_spent: true,
}

/** At the prices that the shopper saw: they are the shop's own where a limit is what speaks against the order. */
const totalOf = (lines: readonly OrderLine[]) => sumPounds(lines.map(({ price, quantity }) => lineSubtotal(price, quantity)))

function sayWhy(refusal: PlaceOrderRefusal, total: number): PlacingFailure {
  const message = messages.orderNotPlaced
  if (refusal.code === 'key-reused') return refusal.status === 'cancelled' ? orderIsGone : { message, is_key_used: true }
  const nothing = { message, is_nothing_ordered: true } as const
  if (refusal.code === 'cart-changed') return { ...nothing, advice: messages.cartIsUpToDate, lines: refusal.lines }
  if (refusal.code === 'address-incomplete') return { ...nothing, errors: refusal.fields ?? {} }
  if (refusal.code === 'payment-method-not-accepted') return { ...nothing, advice: messages.paymentMethodNotAccepted }
  if (refusal.code === 'too-many-products') return { ...nothing, advice: tooManyProducts(refusal.max) }
  if (refusal.code === 'order-too-large') return { ...nothing, advice: orderTooLarge(refusal.max) }
  if (refusal.code === 'open-total-exceeded') {
    const { is_verified, open_total, max } = refusal
    return { ...nothing, is_open_total: true, advice: overAllowance({ is_verified, open_total, max_open_total: max }, total) ?? '' }
  }
  if (refusal.code === 'cart-empty') return { ...nothing, advice: messages.cartEmpty }
  return nothing
}
