import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { Profile } from '#shop/accounts/profile.ts'
import { readProfile } from '#shop/accounts/profile.server.ts'
import type { RefusedLine } from '#shop/cart/mend-cart.ts'
import { placeOrderForm } from '#shop/checkout/checkout.ts'
import { placeOrder, type PlaceOrderRefusal } from '#shop/checkout/place-order.server.ts'
import { messages } from '#shop/messages.ts'
import { shopContext } from '#web/http/contexts.ts'
import { requireCustomer } from '#web/http/guards.server.ts'
import { readForm } from '#web/http/read-form.server.ts'

export type CheckoutData = {
  /** What was typed here belongs to one customer: another one on the same browser never sees it. */
  customer_id: string
  profile: Profile | null
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
  /** The submit's key was used for another order; the next one needs its own. */
  is_key_used?: boolean
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CheckoutData> {
  const customer = requireCustomer(context, request)
  return { customer_id: customer.userId, profile: await readProfile(context.get(shopContext), customer) }
}

/** §2, D16, D17: places the order, or says why nothing was ordered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const form = await readForm(request, placeOrderForm)
  if (!form.ok) return failure({ message: messages.orderNotPlaced, errors: form.errors }, 422)
  const { lines, payment_method, idempotency_key, ...shippingAddress } = form.value
  const order = { idempotencyKey: idempotency_key, lines, shippingAddress, paymentMethod: payment_method }
  const placed = await placeOrder(shop, customer, order).catch((error: unknown) => {
    shop.log.error({ error, user: customer.userId }, 'an order could not be placed')
    return null
  })
  if (placed?.ok) return data<PlacingAnswer>({ placed: { order_id: placed.value.order_id } })
  return placed ? failure(sayWhy(placed.refusal), 409) : failure({ message: messages.orderNotPlaced }, 500)
}

const failure = (answer: PlacingFailure, status: number) => data<PlacingAnswer>(answer, { status })

function sayWhy(refusal: PlaceOrderRefusal): PlacingFailure {
  const message = messages.orderNotPlaced
  if (refusal.code === 'cart-changed') return { message, advice: messages.cartIsUpToDate, lines: refusal.lines }
  if (refusal.code === 'address-incomplete') return { message, errors: refusal.fields ?? {} }
  if (refusal.code === 'payment-method-not-accepted') return { message, advice: messages.paymentMethodNotAccepted }
  if (refusal.code === 'cart-empty') return { message, advice: messages.cartEmpty }
  return { message, is_key_used: refusal.code === 'key-reused' }
}
