import { data, redirect } from 'react-router'
import { deliveryMessages } from '#shop/stock/deliveries/delivery-messages.ts'
import { emptyDelivery } from '#shop/stock/deliveries/delivery.ts'
import { readDelivery } from '#shop/stock/deliveries/deliveries.server.ts'
import { refuseForm } from '#web/forms/respond.server.ts'
import { adminAction } from '#web/admin/admin-action.server.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'
import { handleDelivery } from './delivery-form.server.ts'
import { DELIVERIES_PATH, deliveryPath } from './delivery-url.ts'
import type { DeliveryResult } from './delivery-result.ts'

/** `delivery` opens a stored one. The ID of a new delivery makes a form sent twice one delivery. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const id = query.get('delivery')
  if (id === null) return data({ draft: emptyDelivery(crypto.randomUUID()), received: null })
  const found = await readDelivery(shop, admin, id)
  if (!found) throw data(null, { status: 404 })
  return data({ draft: null, received: null, ...found })
})

export const action = adminAction<DeliveryResult>({
  handle: async ({ shop, admin, submitted }) => {
    const handled = await handleDelivery(shop, admin, submitted)
    if ('saved' in handled) return redirect(deliveryPath(handled.saved, 'saved'), 303)
    if ('received' in handled) return redirect(deliveryPath(handled.received, 'received'), 303)
    return 'deleted' in handled ? redirect(DELIVERIES_PATH, 303) : handled
  },
  failure: 'a delivery could not be saved',
  answerFailure: () => refuseForm(503, { message: deliveryMessages.notSaved }),
})
