import { redirect, type RouterContextProvider } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { phoneToCancel } from '#shop/orders/cancellation/cancellation-rights.ts'
import { cancelOrder } from '#shop/orders/orders.server.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireCustomer } from '#web/http/route-guards.server.ts'
import { formFailureResponse } from '#web/forms/parse-form.server.ts'

/** The database checks whether the order may be cancelled. */
export async function cancelOwnOrder(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderId: string,
) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const cancelled = await cancelOrder(shop, customer, { orderId, screen: 'customer' }).catch(
    (error: unknown) => {
      shop.log.error({ error, order: orderId }, 'an order could not be cancelled by its customer')
      return null
    },
  )
  if (cancelled?.ok) return redirect(redirectPath(new URL(request.url)))
  return formFailureResponse(
    { values: {}, errors: {}, message: failureMessage(cancelled?.refusal.code, shop.identity.phone) },
    cancelled ? 409 : 500,
  )
}

function failureMessage(code: string | undefined, phone: string): string {
  if (code === 'shipped-phone-us') return phoneToCancel(phone)
  if (code === 'delivered') return messages.orderDeliveredMeanwhile
  if (code === 'not-found') return messages.orderNotFound
  return messages.orderNotCancelled
}

function redirectPath({ pathname, searchParams }: URL): string {
  const page = parsePageNumber(searchParams.get('page'))
  return `${pathname}?${new URLSearchParams({ notice: 'order-cancelled', ...(page > 1 && { page: String(page) }) })}`
}
