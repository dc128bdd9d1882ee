import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { Profile } from '#shop/accounts/profile/profile.ts'
import { saveOrderAddress, readProfile } from '#shop/accounts/profile/profile.server.ts'
import type { RefusedLine } from '#shop/cart/reconcile-cart.ts'
import { placeOrderForm, type OrderLine, type ShippingForm } from '#shop/checkout/checkout-form.ts'
import { findPlacedOrder } from '#shop/checkout/placing/find-placed-order.server.ts'
import {
  orderTooLarge,
  allowanceExceededMessage,
  tooManyOrders,
  tooManyProducts,
  type OrderAllowance,
} from '#shop/checkout/limits/limit-messages.ts'
import { readOrderAllowance } from '#shop/checkout/limits/order-allowance.server.ts'
import { placeOrder, type PlaceOrderRefusal } from '#shop/checkout/placing/place-order.server.ts'
import type { PlacedOrder } from '#shop/checkout/placing/placed-order.ts'
import { messages } from '#shop/messages/messages.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#web/http/request-contexts.ts'
import { requireCustomer } from '#web/http/route-guards.server.ts'
import { parseForm } from '#web/forms/parse-form.server.ts'

export type CheckoutData = {
  /** Owner of the address draft: another customer on the same browser never sees it. */
  customer_id: string
  email: string
  /** Null if it could not be read; placing the order checks it again. */
  allowance: OrderAllowance | null
  profile: Profile | null
  /** Order of the idempotency key in the URL; null if there is none. */
  submitted: PlacedOrder | null
}

/** `repeated`: an earlier request with the same idempotency key placed the order. */
export type PlaceOrderResponse = { placed: { order_id: string; repeated: boolean } } | PlaceOrderFailure
export type PlaceOrderFailure = {
  message: string
  advice?: string
  errors?: Record<string, string>
  lines?: RefusedLine[]
  /** If missing, as after a lost database connection, the order may exist. */
  is_nothing_ordered?: true
  /** The open total would exceed the allowance, which the notice above the steps also says. */
  is_open_total?: true
  /** The idempotency key already has an order with another cart or address. */
  is_key_used?: true
  /** The idempotency key has a cancelled order; a new key is needed. */
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
    key === null ? null : findPlacedOrder(shop, customer, key),
  ])
  return { customer_id: customer.userId, email: customer.email, allowance, profile, submitted }
}

/** Places the order; returns its ID or the reason why nothing was ordered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const form = await parseForm(request, placeOrderForm)
  if (!form.ok)
    return failure({ message: messages.orderNotPlaced, is_nothing_ordered: true, errors: form.errors }, 422)
  const { lines, payment_method, idempotency_key, keep_address, ...shippingAddress } = form.value
  const caller = context.get(accountsContext).orderCallerKey(context.get(clientAddressContext))
  const order = {
    idempotencyKey: idempotency_key,
    lines,
    shippingAddress,
    paymentMethod: payment_method,
    caller,
  }
  const placement = await placeOrder(shop, customer, order).catch((error: unknown) => {
    shop.log.error({ error, user: customer.userId }, 'an order could not be placed')
    return null
  })
  if (placement?.ok && placement.value.repeated && placement.value.status === 'cancelled')
    return failure(cancelledOrderFailure, 409)
  if (placement?.ok) {
    // Not awaited: the order exists whether or not the address is saved.
    if (keep_address) void saveAddress(shop, customer, shippingAddress)
    context.get(responseContext).navigatesAway = true
    const { order_id, repeated } = placement.value
    return data<PlaceOrderResponse>({ placed: { order_id, repeated } })
  }
  if (placement?.refusal.code === 'too-many-orders') {
    const { retry_after_seconds } = placement.refusal
    context.get(responseContext).headers.set('retry-after', String(retry_after_seconds))
    return failure(
      {
        message: messages.orderNotPlaced,
        is_nothing_ordered: true,
        advice: tooManyOrders(retry_after_seconds),
      },
      429,
    )
  }
  return placement
    ? failure(toFailure(placement.refusal, totalOf(lines)), 409)
    : failure({ message: messages.orderNotPlaced }, 500)
}

const saveAddress = (shop: ShopDependencies, customer: Customer, address: ShippingForm) =>
  saveOrderAddress(shop, customer, address).catch((error: unknown) =>
    shop.log.error({ error, user: customer.userId }, 'the address of an order could not be saved'),
  )

const failure = (body: PlaceOrderFailure, status: number) => data<PlaceOrderResponse>(body, { status })

/** The shopper must confirm: this may be a retry of an attempt whose response was lost and whose order the shop has cancelled. */
const cancelledOrderFailure: PlaceOrderFailure = {
  message: messages.orderNotPlaced,
  advice: messages.earlierOrderCancelled,
  is_key_spent: true,
}

/** At the prices the shopper saw; for limit refusals they equal the current ones. */
const totalOf = (lines: readonly OrderLine[]) =>
  sumPounds(lines.map(({ price, quantity }) => lineSubtotal(price, quantity)))

function toFailure(refusal: PlaceOrderRefusal, total: number): PlaceOrderFailure {
  const message = messages.orderNotPlaced
  if (refusal.code === 'key-reused')
    return refusal.status === 'cancelled' ? cancelledOrderFailure : { message, is_key_used: true }
  const nothingOrdered = { message, is_nothing_ordered: true } as const
  if (refusal.code === 'cart-changed')
    return { ...nothingOrdered, advice: messages.cartReconciledOrderAgain, lines: refusal.lines }
  if (refusal.code === 'address-incomplete') return { ...nothingOrdered, errors: refusal.fields ?? {} }
  if (refusal.code === 'payment-method-not-accepted')
    return { ...nothingOrdered, advice: messages.paymentMethodNotAccepted }
  if (refusal.code === 'too-many-products') return { ...nothingOrdered, advice: tooManyProducts(refusal.max) }
  if (refusal.code === 'order-too-large') return { ...nothingOrdered, advice: orderTooLarge(refusal.max) }
  if (refusal.code === 'open-total-exceeded') {
    const { is_verified, open_total, max } = refusal
    return {
      ...nothingOrdered,
      is_open_total: true,
      advice: allowanceExceededMessage({ is_verified, open_total, max_open_total: max }, total) ?? '',
    }
  }
  if (refusal.code === 'cart-empty') return { ...nothingOrdered, advice: messages.cartEmpty }
  return nothingOrdered
}
