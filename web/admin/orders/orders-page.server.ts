import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { listOrders } from '#shop/orders/orders.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { respond } from '#web/forms/respond.server.ts'
import type { OrderActionResult } from '#web/admin/order-actions/order-action-result.ts'
import type { ChosenOrdersResult } from '#web/admin/order-actions/chosen-orders-result.ts'
import {
  handleChosenOrders,
  isChosenOrdersForm,
  readChosenIds,
} from '#web/admin/order-actions/chosen-orders.server.ts'
import { handleOrderAction } from '#web/admin/order-actions/order-actions.server.ts'
import { packingSlipsPath } from '#web/admin/packing-slips/packing-slips-url.ts'
import { readIntent } from '#web/forms/read-form.server.ts'
import { orderListUrl } from './order-list-url.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = orderListUrl.read(query)
  const now = shop.clock().toISOString()
  try {
    return data({ view, list: await listOrders(shop, admin, view), failure: null, now })
  } catch (error) {
    shop.log.error({ error, view }, 'the order list could not be read')
    return data({ view, list: null, failure: messages.ordersNotFetched, now }, { status: 503 })
  }
})

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const form = await request.formData()
  // One form has the checkboxes for all tasks, and only a POST keeps the user ID out of the address.
  if (readIntent(form) === 'packing-slips') return redirect(packingSlipsPath(readChosenIds(form)), 303)
  return respond<OrderActionResult | ChosenOrdersResult>(
    context,
    isChosenOrdersForm(form)
      ? await handleChosenOrders(shop, admin, form)
      : await handleOrderAction(shop, admin, 'list', form),
  )
}
