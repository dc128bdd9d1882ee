import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Profile } from '#features/accounts/profile/profile.ts'
import { saveOrderAddress, readProfile } from '#features/accounts/profile/profile.server.ts'
import { checkoutSubmission, type OrderLine, type ShippingForm } from './checkout-form.ts'
import { findPlacedOrder } from './placing/find-placed-order.server.ts'
import type { OrderAllowance } from './limits/limit-messages.ts'
import { readOrderAllowance } from './limits/order-allowance.server.ts'
import { readDeliveryOffer } from './delivery-offer.server.ts'
import type { DeliveryOffer } from '#shop/delivery/delivery-rates.ts'
import { placeOrder } from './placing/place-order.server.ts'
import type { PlacedOrder } from './placing/placed-order.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  accountsContext,
  responseContext,
  shopContext,
  clientAddressContext,
} from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import {
  invalidOrder,
  orderUnknown,
  placeOrderRefused,
  type PlaceOrderRefusalFields,
} from './checkout-refusals.server.ts'
import { respond } from '#kit/actions/respond.server.ts'

export type CheckoutData = {
  /** Owner of the address draft: another customer on the same browser never sees it. */
  customer_id: string
  email: string
  /** Null if it could not be read; placing the order checks it again. */
  allowance: OrderAllowance | null
  profile: Profile | null
  /** Null while delivery is not charged. */
  delivery: DeliveryOffer | null
  /** Order of the idempotency key in the URL; null if there is none. */
  submitted: PlacedOrder | null
}

/** `repeated`: an earlier request with the same idempotency key placed the order. */
type PlacedFields = { placed: { order_id: string; repeated: boolean } }
export type PlaceOrderFailure = PlaceOrderRefusalFields & { errors?: Record<string, string> }
type PlaceOrderActionResult = ActionResult<PlacedFields, PlaceOrderRefusalFields>

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CheckoutData> {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const key = new URL(request.url).searchParams.get('submitted')
  const [profile, allowance, delivery, submitted] = await Promise.all([
    readProfile(shop, customer),
    readOrderAllowance(shop, customer).catch((error: unknown) => {
      shop.log.error({ error, user: customer.userId }, 'open orders could not be read')
      return null
    }),
    readDeliveryOffer(shop, customer),
    key === null ? null : findPlacedOrder(shop, customer, key),
  ])
  return { customer_id: customer.userId, email: customer.email, allowance, profile, delivery, submitted }
}

/** Places the order; returns its ID or the reason why nothing was ordered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const form = await readForm(await request.formData(), checkoutSubmission)
  if (!form.ok) return respond<PlaceOrderActionResult>(context, invalidOrder(form.errors))
  const { keep_address, attempt } = form.value
  const caller = context.get(accountsContext).orderCallerKey(context.get(clientAddressContext))
  const placement = await placeOrder(shop, customer, { ...attempt, caller }).catch((error: unknown) => {
    shop.log.error({ error, user: customer.userId }, 'an order could not be placed')
    return null
  })
  if (!placement) return respond<PlaceOrderActionResult>(context, orderUnknown)
  if (!placement.ok) {
    const orderTotal = sumPounds([totalOf(attempt.lines), attempt.delivery?.charge ?? 0])
    return respond<PlaceOrderActionResult>(context, placeOrderRefused(placement.refusal, { orderTotal }))
  }
  const { order_id, repeated, status } = placement.value
  if (repeated && status === 'cancelled')
    return respond<PlaceOrderActionResult>(
      context,
      placeOrderRefused({ code: 'key-reused', status }, { orderTotal: 0 }),
    )
  // Not awaited: the order exists whether or not the address is saved.
  if (keep_address) void saveAddress(shop, customer, attempt.shipping_address)
  context.get(responseContext).navigatesAway = true
  return respond<PlaceOrderActionResult>(context, {
    status: 200,
    actionResult: { kind: 'done', placed: { order_id, repeated } },
  })
}

const saveAddress = (shop: ShopDependencies, customer: Customer, address: ShippingForm) =>
  saveOrderAddress(shop, customer, address).catch((error: unknown) =>
    shop.log.error({ error, user: customer.userId }, 'the address of an order could not be saved'),
  )

/** At the prices the shopper saw; for limit refusals they equal the current ones. */
const totalOf = (lines: readonly OrderLine[]) =>
  sumPounds(lines.map(({ price, quantity }) => lineSubtotal(price, quantity)))
