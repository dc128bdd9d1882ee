export const DELIVERIES_PATH = '/admin/stock/deliveries'
export const NEW_DELIVERY_PATH = `${DELIVERIES_PATH}/new`

/** A stored delivery, on the page for new ones. */
export const deliveryPath = (id: string, notice?: 'saved' | 'received'): string =>
  `${NEW_DELIVERY_PATH}?${new URLSearchParams({ delivery: id, ...(notice && { notice: `delivery-${notice}` }) })}`
