export const ordersPath = (page: number) => (page > 1 ? `/profile/orders?page=${page}` : '/profile/orders')

export const orderPath = (orderId: string, page: number) =>
  `/profile/orders/${orderId}${page > 1 ? `?page=${page}` : ''}`

export const orderInListUrl = (orderId: string, page: number) => `${ordersPath(page)}#order-${orderId}`
