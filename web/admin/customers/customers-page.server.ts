import type { LoaderFunctionArgs } from 'react-router'
import { listCustomers } from '#shop/customers/customers.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { customerListUrl } from './customers-url.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const params = new URL(request.url).searchParams
  const view = customerListUrl.read(params)
  const shop = context.get(shopContext)
  return {
    view,
    notice: params.get('notice'),
    list: await listCustomers(shop, admin, view),
    now: shop.clock().toISOString(),
  }
}
