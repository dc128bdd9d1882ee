import { PAGE_SIZE } from '#shop/constants.ts'
import { ORDERS_PATH } from '#features/orders/admin/list/order-list-url.ts'

const PACKING_SLIPS_PATH = `${ORDERS_PATH}/slips`
export const MAX_PACKING_SLIPS = PAGE_SIZE.adminOrders

export const packingSlipsPath = (ids: readonly string[]): string =>
  `${PACKING_SLIPS_PATH}?ids=${ids.join(',')}`

export const readPackingSlipIds = (params: URLSearchParams): string[] => [
  ...new Set(
    params
      .getAll('ids')
      .flatMap((ids) => ids.split(','))
      .map((id) => id.trim().toLowerCase())
      .filter(Boolean),
  ),
]
