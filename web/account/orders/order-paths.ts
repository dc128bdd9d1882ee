/** The list of orders, at one of its pages. */
export const ordersPath = (page: number) => (page > 1 ? `/profile/orders?page=${page}` : '/profile/orders')

/** The page of one order; it keeps the page of the list, so that the way back leads there. */
export const orderPath = (orderId: string, page: number) =>
  `/profile/orders/${orderId}${page > 1 ? `?page=${page}` : ''}`

/** An order's place in the list, for the way back to it. */
export const orderInListUrl = (orderId: string, page: number) => `${ordersPath(page)}#order-${orderId}`
