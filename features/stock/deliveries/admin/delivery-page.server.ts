import { data } from 'react-router'
import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import { emptyDelivery } from '#features/stock/deliveries/delivery.ts'
import { readDelivery } from '#features/stock/deliveries/deliveries.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { handleDelivery } from './delivery-form.server.ts'
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
  handle: handleDelivery,
  failure: 'a delivery could not be saved',
  answerFailure: () => refuseForm(503, { message: deliveryMessages.notSaved }),
})
