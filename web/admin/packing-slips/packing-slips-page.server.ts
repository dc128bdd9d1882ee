import { data, type LoaderFunctionArgs } from 'react-router'
import { labelText } from '#shop/catalogue/labels/allergens.ts'
import type { OrderDetail } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { slipIds, SLIPS_AT_MOST } from './packing-slips-url.ts'

/** The packing slips that the address asks for, in its order; `missing` counts those that there are not. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const admin = requireAdmin(context, request)
  const ids = slipIds(new URL(request.url).searchParams)
  const asked = ids.slice(0, SLIPS_AT_MOST)
  const found = await Promise.all(asked.map((id) => findOrder(shop, admin, id)))
  const orders = found.filter((order) => order !== null)
  return data({
    slips: orders.map(slipOf),
    missing: asked.length - orders.length,
    isTooMany: ids.length > SLIPS_AT_MOST,
    printedAt: shop.clock().toISOString(),
  })
}

export type Slip = ReturnType<typeof slipOf>

/** What goes into the parcel, and nothing of the order's history; allergens are set apart where the advice names them. */
function slipOf({ id, status, created_at, estimated_delivery, payment_method, total_amount, shipping_address, items }: OrderDetail) {
  return {
    id, status, created_at, estimated_delivery, payment_method, total_amount, shipping_address,
    items: items.map((item) => ({
      id: item.id,
      product_name: item.product_name,
      net_weight: item.net_weight,
      quantity: item.quantity,
      allergy_advice: item.allergy_advice ? labelText(item.allergy_advice) : null,
    })),
  }
}
