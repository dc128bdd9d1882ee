import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { justPlaced } from '#shop/orders/just-placed.ts'
import { listOwnOrders } from '#shop/orders/orders.server.ts'
import type { OrderSummary } from '#shop/orders/order.ts'
import { pageFrom } from '#shop/paging.ts'
import { accountsContext, shopContext } from '#web/http/contexts.ts'
import { requireCustomer } from '#web/http/guards.server.ts'
import { cancelOwnOrder } from './cancel-own-order.server.ts'

/** Where the mail about an order goes, and whether that address is known to be the customer's. */
export type Recipient = { email: string; isVerified: boolean }

export type OrdersData = {
  /** Null when they could not be read, which is not the same as having none. */
  orders: OrderSummary[] | null
  page: number
  pageCount: number
  /** The page that was asked for, which the list may not have. */
  asked: number
  /** Where the mail about the first order goes, while that was placed a moment ago; null otherwise. */
  recipient: Recipient | null
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const asked = pageFrom(new URL(request.url).searchParams.get('page'))
  try {
    const { orders, page, pageCount } = await listOwnOrders(shop, customer, { page: asked })
    if (page !== asked) return data<OrdersData>({ orders: [], page, pageCount, asked, recipient: null }, { status: 404 })
    const isFresh = page === 1 && justPlaced(orders, shop.clock()) !== null
    const recipient = isFresh ? { email: customer.email, isVerified: await isEmailVerified(context, customer.userId) } : null
    return data<OrdersData>({ orders, page, pageCount, asked, recipient })
  } catch (error) {
    shop.log.error({ error, user: customer.userId }, 'orders could not be read')
    return data<OrdersData>({ orders: null, page: 1, pageCount: 1, asked: 1, recipient: null })
  }
}

/** An order is shown also where this cannot be read: then nobody is asked to verify anything. */
const isEmailVerified = (context: LoaderFunctionArgs['context'], userId: string) =>
  context.get(accountsContext).isEmailVerified(userId).catch((error: unknown) => {
    context.get(shopContext).log.error({ error, user: userId }, 'whether an address is verified could not be read')
    return true
  })

/** §4: cancels one of the customer's own orders; the page of the list stays. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = String((await request.formData()).get('order_id') ?? '')
  return cancelOwnOrder(context, request, orderId)
}
