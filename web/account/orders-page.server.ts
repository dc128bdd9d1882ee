import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { listOwnOrders } from '#shop/orders/orders.server.ts'
import type { OrderSummary } from '#shop/orders/order.ts'
import { pageFrom } from '#shop/paging.ts'
import { shopContext } from '#web/http/contexts.ts'
import { requireCustomer } from '#web/http/guards.server.ts'
import { cancelOwnOrder } from './cancel-own-order.server.ts'

export type OrdersData = {
  /** Null when they could not be read, which is not the same as having none. */
  orders: OrderSummary[] | null
  page: number
  pageCount: number
  /** Where mails about the orders go, and whether the customer has confirmed that it is theirs. */
  mailTo: { address: string; isVerified: boolean } | null
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<OrdersData> {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const page = pageFrom(new URL(request.url).searchParams.get('page'))
  try {
    const { isAddressVerified, ...listed } = await listOwnOrders(shop, customer, { page })
    return { ...listed, mailTo: { address: customer.email, isVerified: isAddressVerified } }
  } catch (error) {
    shop.log.error({ error, user: customer.userId }, 'orders could not be read')
    return { orders: null, page: 1, pageCount: 1, mailTo: null }
  }
}

/** §4: cancels one of the customer's own orders; the page of the list stays. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = String((await request.formData()).get('order_id') ?? '')
  return cancelOwnOrder(context, request, orderId)
}
