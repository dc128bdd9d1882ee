import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { findOrder } from '#shop/orders/orders.server.ts'
import { shopContext } from '#web/http/contexts.ts'
import { requireAdmin } from '#web/http/guards.server.ts'
import { actOnOrder } from './act-on-order.server.ts'
import { saveOrderEdit } from './edit-order.server.ts'

/** An order with everything the owner needs to send it; `now` is the server's clock, which the countdown starts from. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const order = await findOrder(shop, requireAdmin(context, request), params['id'] ?? '')
  return data({ order, now: shop.clock().toISOString() }, { status: order ? 200 : 404 })
}

/** §4: the same forward steps, and 'Cancel Order' for any status but cancelled; and the edit form (§5). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const form = await request.formData()
  const orderId = params['id'] ?? ''
  if (form.get('intent') === 'edit') {
    const edited = await saveOrderEdit(context.get(shopContext), admin, orderId, form)
    return data(edited.answer, { status: edited.status })
  }
  form.set('order_id', orderId)
  const { answer, status } = await actOnOrder(context.get(shopContext), admin, 'detail', form)
  return data(answer, { status })
}
