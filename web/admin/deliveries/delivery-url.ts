export const DELIVERIES_PATH = '/admin/stock/deliveries'
export const NEW_DELIVERY = 'new'
export const NEW_DELIVERY_PATH = `${DELIVERIES_PATH}/${NEW_DELIVERY}`

export const deliveryPath = (id: string, notice?: 'saved' | 'received'): string =>
  `${DELIVERIES_PATH}/${id}${notice ? `?notice=delivery-${notice}` : ''}`
