import { data } from 'react-router'
import { listDeliveries } from '#features/stock/deliveries/deliveries.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin }) =>
  data({ deliveries: await listDeliveries(shop, admin) }),
)
