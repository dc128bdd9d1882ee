import type { LoaderFunctionArgs } from 'react-router'
import { catalogueCounts } from '#shop/catalogue/catalogue.server.ts'
import { countOrders } from '#shop/orders/orders.server.ts'
import { shopContext } from '#web/http/contexts.ts'
import { requireAdmin } from '#web/http/guards.server.ts'

/** The three counters of §2 in one query, and how many orders wait for their first step. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const admin = requireAdmin(context, request)
  const [counts, ordersWaiting] = await Promise.all([catalogueCounts(shop, admin), countOrders(shop, admin, 'pending')])
  return { counts, ordersWaiting }
}
