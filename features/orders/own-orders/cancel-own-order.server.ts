import { redirect, type RouterContextProvider } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { cancelOrder } from '#features/orders/orders.server.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import { ownOrderCancelRefused } from '#features/orders/order-refusals.server.ts'
import { refuseForm, respond } from '#kit/actions/respond.server.ts'

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
  return respond(
    context,
    cancelled
      ? ownOrderCancelRefused(cancelled.refusal, shop.identity)
      : refuseForm(503, { message: messages.orderNotCancelled }),
  )
}

function redirectPath({ pathname, searchParams }: URL): string {
  const page = parsePageNumber(searchParams.get('page'))
  return `${pathname}?${new URLSearchParams({ notice: 'order-cancelled', ...(page > 1 && { page: String(page) }) })}`
}
