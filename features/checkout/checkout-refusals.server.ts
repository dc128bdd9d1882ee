import type { RefusedLine } from '#features/cart/reconcile-cart.ts'
import {
  allowanceExceededMessage,
  orderTooLarge,
  tooManyOrders,
  tooManyProducts,
} from './limits/limit-messages.ts'
import type { placeOrder } from './placing/place-order.server.ts'
import { deliveryChanged } from '#shop/delivery/delivery-changed-message.ts'
import { messages } from '#shop/messages/messages.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'

export type PlaceOrderRefusalFields = {
  message: string
  advice?: string
  lines?: RefusedLine[]
  /** If missing, as after a lost database connection, the order may exist. */
  is_nothing_ordered?: true
  /** The open total would exceed the allowance, as the notice above the steps also says. */
  is_open_total?: true
  /** The idempotency key already has an order with another cart or address. */
  is_key_used?: true
  /** The order of the idempotency key was cancelled; a new key is needed. */
  is_key_spent?: true
}
type NotPlaced = Omit<PlaceOrderRefusalFields, 'message'> & { errors?: Record<string, string> }
const notPlaced = (fields: NotPlaced, status = 409) =>
  refuse(status, { message: messages.orderNotPlaced, ...fields })
const nothingOrdered = (advice?: string) => notPlaced({ is_nothing_ordered: true, ...(advice && { advice }) })
export const invalidOrder = (errors: Record<string, string>) =>
  notPlaced({ is_nothing_ordered: true, errors }, 422)
/** A failure, such as a database rule. As after a lost response, it is unknown whether the order exists. */
export const orderUnknown = { status: 503, actionResult: { message: messages.orderNotPlaced } }
/** The shopper must confirm, because this may retry an attempt whose response was lost and whose order the shop has cancelled. */
const earlierOrderCancelled = notPlaced({ advice: messages.earlierOrderCancelled, is_key_spent: true })
export const placeOrderRefused = refusalAnswers<
  RefusalOf<typeof placeOrder>,
  PlaceOrderRefusalFields,
  { orderTotal: number }
>({
  'not-signed-in': nothingOrdered(),
  'key-missing': nothingOrdered(),
  'quantity-invalid': nothingOrdered(),
  'cart-empty': nothingOrdered(messages.cartEmpty),
  'payment-method-not-accepted': nothingOrdered(messages.paymentMethodNotAccepted),
  'address-incomplete': ({ fields = {} }) => notPlaced({ is_nothing_ordered: true, errors: fields }),
  'key-reused': ({ status }) =>
    status === 'cancelled' ? earlierOrderCancelled : notPlaced({ is_key_used: true }),
  'cart-changed': ({ lines }) =>
    notPlaced({ is_nothing_ordered: true, advice: messages.cartReconciledOrderAgain, lines }),
  'delivery-changed': (refusal) => nothingOrdered(deliveryChanged(refusal)),
  'too-many-products': ({ max }) => nothingOrdered(tooManyProducts(max)),
  'order-too-large': ({ max }) => nothingOrdered(orderTooLarge(max)),
  'open-total-exceeded': ({ is_verified, open_total, max, max_verified }, { orderTotal }) => {
    const allowance = { is_verified, open_total, max_open_total: max, max_open_total_verified: max_verified }
    return notPlaced({
      is_nothing_ordered: true,
      is_open_total: true,
      advice: allowanceExceededMessage(allowance, orderTotal) ?? '',
    })
  },
  'too-many-orders': ({ retry_after_seconds }) => ({
    ...notPlaced({ is_nothing_ordered: true, advice: tooManyOrders(retry_after_seconds) }, 429),
    retryAfterSeconds: retry_after_seconds,
  }),
})
