import { data, type LoaderFunctionArgs } from 'react-router'
import { listDeliveries } from '#shop/stock/deliveries/deliveries.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  return data({ deliveries: await listDeliveries(context.get(shopContext), admin) })
}
