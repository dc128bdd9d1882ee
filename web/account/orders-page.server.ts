import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { messages, phoneToCancel } from '#shop/messages.ts'
import { cancelOrder, listOwnOrders } from '#shop/orders/orders.server.ts'
import type { OrderSummary } from '#shop/orders/order.ts'
import { pageFrom } from '#shop/paging.ts'
import { shopContext } from '#web/http/contexts.ts'
import { requireCustomer } from '#web/http/guards.server.ts'
import { showFailure } from '#web/http/read-form.server.ts'

export type OrdersData = {
  /** Null when they could not be read, which is not the same as having none. */
  orders: OrderSummary[] | null
  page: number
  pageCount: number
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<OrdersData> {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const page = pageFrom(new URL(request.url).searchParams.get('page'))
  try {
    return await listOwnOrders(shop, customer, { page })
  } catch (error) {
    shop.log.error({ error, user: customer.userId }, 'orders could not be read')
    return { orders: null, page: 1, pageCount: 1 }
  }
}

/** §4: cancels one of the customer's own orders; what may be cancelled is settled by the database. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const orderId = String((await request.formData()).get('order_id') ?? '')
  const cancelled = await cancelOrder(shop, customer, { orderId, screen: 'customer' }).catch((error: unknown) => {
    shop.log.error({ error, order: orderId }, 'an order could not be cancelled by its customer')
    return null
  })
  if (cancelled?.ok) return redirect(ordersPath(new URL(request.url)))
  return showFailure({ values: {}, errors: {}, message: sentenceOf(cancelled?.refusal.code, shop.identity.phone) }, cancelled ? 409 : 500)
}

function sentenceOf(code: string | undefined, phone: string): string {
  if (code === 'shipped-phone-us') return phoneToCancel(phone)
  if (code === 'delivered') return messages.orderDeliveredSinceThen
  if (code === 'not-found') return messages.orderNotFound
  return messages.orderNotCancelled
}

function ordersPath({ searchParams }: URL): string {
  const page = pageFrom(searchParams.get('page'))
  return `/profile/orders?${new URLSearchParams({ notice: 'order-cancelled', ...(page > 1 && { page: String(page) }) })}`
}
