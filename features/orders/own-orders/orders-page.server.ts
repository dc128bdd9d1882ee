import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { findRecentlyPlaced } from '#features/orders/recently-placed.ts'
import { listOwnOrders } from '#features/orders/orders.server.ts'
import type { OrderSummary } from '#features/orders/order.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import { formTexts } from '#kit/actions/read-form.server.ts'
import { cancelOwnOrder } from './cancel-own-order.server.ts'

/** Recipient of order emails; `isConfirmationHeld`: the newest order's confirmation waits for verification. */
export type OrderEmailRecipient = { address: string; isVerified: boolean; isConfirmationHeld: boolean }

export type OrdersData = {
  /** Null if they could not be read. */
  orders: OrderSummary[] | null
  page: number
  pageCount: number
  emailRecipient: OrderEmailRecipient | null
  requestedPage: number
  isJustPlaced: boolean
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const requestedPage = parsePageNumber(new URL(request.url).searchParams.get('page'))
  try {
    const { orders, page, pageCount, isAddressVerified, isConfirmationHeld } = await listOwnOrders(
      shop,
      customer,
      { page: requestedPage },
    )
    const emailRecipient = { address: customer.email, isVerified: isAddressVerified, isConfirmationHeld }
    if (page !== requestedPage)
      return data<OrdersData>(
        { orders: [], page, pageCount, requestedPage, emailRecipient, isJustPlaced: false },
        { status: 404 },
      )
    const isJustPlaced = page === 1 && findRecentlyPlaced(orders, shop.clock()) !== null
    return data<OrdersData>({ orders, page, pageCount, requestedPage, emailRecipient, isJustPlaced })
  } catch (error) {
    shop.log.error({ error, user: customer.userId }, 'orders could not be read')
    return data<OrdersData>({
      orders: null,
      page: 1,
      pageCount: 1,
      requestedPage: 1,
      emailRecipient: null,
      isJustPlaced: false,
    })
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return cancelOwnOrder(context, request, formTexts(await request.formData())['order_id'] ?? '')
}
