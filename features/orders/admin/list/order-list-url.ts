import { ORDER_FILTERS } from '#features/orders/order-filter.ts'
import { choice, listUrl, pageNumber, searchText } from '#kit/admin/list/list-url.ts'

export const ORDERS_PATH = '/admin/orders'
export const PHONE_ORDER_PATH = `${ORDERS_PATH}/new`

export const orderListUrl = listUrl(
  ORDERS_PATH,
  { search: searchText, status: choice(ORDER_FILTERS, null) },
  { page: pageNumber },
)
export type OrderListView = ReturnType<typeof orderListUrl.read>
export const { path: orderListPath } = orderListUrl

export const orderPath = (id: string, view: Partial<OrderListView>): string =>
  `${ORDERS_PATH}/${id}${orderListUrl.query(view)}`

export const cancelCustomerOrdersPath = (id: string, view: Partial<OrderListView>): string =>
  `${ORDERS_PATH}/${id}${orderListUrl.query(view, { ask: 'cancel-customer' })}`

/** Parsed and rebuilt, so that it cannot lead to another page. */
export const backToListPath = (search: string): string =>
  orderListPath(orderListUrl.read(new URLSearchParams(search)))
