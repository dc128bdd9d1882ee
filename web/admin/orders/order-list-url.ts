import { ORDER_FILTERS, type OrderFilter } from '#shop/orders/order-filter.ts'

export type OrderListView = { search: string; status: OrderFilter | null; page: number }

export const ORDERS_PATH = '/admin/orders'
export const PHONE_ORDER_PATH = `${ORDERS_PATH}/new`
const MAX_SEARCH_LENGTH = 200

const isFilter = (text: string | null): text is OrderFilter =>
  (ORDER_FILTERS as readonly (string | null)[]).includes(text)

export function readOrderListView(params: URLSearchParams): OrderListView {
  const status = params.get('status')
  const page = params.get('page') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    status: isFilter(status) ? status : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

export const orderListPath = (view: Partial<OrderListView>): string => ORDERS_PATH + viewQuery(view)

export const orderPath = (id: string, view: Partial<OrderListView>): string =>
  `${ORDERS_PATH}/${id}${viewQuery(view)}`

function viewQuery({ search, status, page }: Partial<OrderListView>): string {
  const params = new URLSearchParams()
  if (search?.trim()) params.set('search', search.trim())
  if (status) params.set('status', status)
  if (page && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query ? `?${query}` : ''
}

export function cancelCustomerOrdersPath(id: string, view: Partial<OrderListView>): string {
  const path = orderPath(id, view)
  return `${path}${path.includes('?') ? '&' : '?'}ask=cancel-customer`
}

/** Parsed and rebuilt, so that it cannot lead elsewhere. */
export const backToListPath = (search: string): string =>
  orderListPath(readOrderListView(new URLSearchParams(search)))
