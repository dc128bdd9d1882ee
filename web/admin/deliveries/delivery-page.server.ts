import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { emptyDelivery } from '#shop/stock/deliveries/delivery.ts'
import { readDelivery } from '#shop/stock/deliveries/deliveries.server.ts'
import { respond } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { handleDelivery } from './delivery-form.server.ts'
import { DELIVERIES_PATH, deliveryPath } from './delivery-url.ts'
import type { DeliveryResult } from './delivery-result.ts'

/** `delivery` opens a stored one. The ID of a new delivery makes one delivery of a form that is sent twice. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const id = new URL(request.url).searchParams.get('delivery')
  if (id === null) return data({ draft: emptyDelivery(crypto.randomUUID()), received: null })
  const found = await readDelivery(context.get(shopContext), admin, id)
  if (!found) throw data(null, { status: 404 })
  return data({ draft: null, received: null, ...found })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const handled = await handleDelivery(context.get(shopContext), admin, await request.formData())
  if ('saved' in handled) return redirect(deliveryPath(handled.saved, 'saved'), 303)
  if ('received' in handled) return redirect(deliveryPath(handled.received, 'received'), 303)
  if ('deleted' in handled) return redirect(DELIVERIES_PATH, 303)
  return respond<DeliveryResult>(context, handled)
}
