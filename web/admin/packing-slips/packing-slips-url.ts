import { PAGE_SIZE } from '#shop/constants.ts'
import { ORDERS_PATH } from '#web/admin/orders/order-list-url.ts'

export const PACKING_SLIPS_PATH = `${ORDERS_PATH}/slips`
/** As many as stand on one page of the list. */
export const MAX_PACKING_SLIPS = PAGE_SIZE.adminOrders

/** `/admin/orders/slips?ids=…,…` */
export const packingSlipsPath = (ids: readonly string[]): string => `${PACKING_SLIPS_PATH}?ids=${ids.join(',')}`

/** The orders that an address names, each once: `ids=a,b` as a link says it, `ids=a&ids=b` as the list's boxes do. */
export const readPackingSlipIds = (params: URLSearchParams): string[] => [
  ...new Set(params.getAll('ids').flatMap((ids) => ids.split(',')).map((id) => id.trim().toLowerCase()).filter(Boolean)),
]
