import { listCustomers } from '#features/customers/customers.server.ts'
import { customerListUrl } from './customers-url.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = customerListUrl.read(query)
  return {
    view,
    notice: query.get('notice'),
    list: await listCustomers(shop, admin, view),
    now: shop.clock().toISOString(),
  }
})
