import { data } from 'react-router'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { toDeliveryRates } from '#shop/delivery/delivery-settings.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { refuseForm, withFields } from '#kit/actions/respond.server.ts'
import { handlePhoneOrder } from './phone-order-form.server.ts'
import type { PhoneOrderResult } from './phone-order-result.ts'

/** The key makes a form sent twice one order. */
export const loader = adminLoader(async ({ shop }) =>
  data({ key: crypto.randomUUID(), rates: ratesOf(shop) }),
)

export const action = adminAction<PhoneOrderResult>({
  handle: async (form) => {
    const handled = await handlePhoneOrder(form)
    // A refusal does not reload the page data, and its reason may be a changed charge.
    return handled instanceof Response ? handled : withFields(handled, { rates: ratesOf(form.shop) })
  },
  failure: 'an order by phone could not be placed',
  answerFailure: ({ shop }) =>
    withFields(refuseForm(503, { message: phoneOrderMessages.notPlaced }), { rates: ratesOf(shop) }),
})

/** Null while delivery is not charged. */
const ratesOf = ({ delivery }: Pick<ShopDependencies, 'delivery'>) => toDeliveryRates(delivery) ?? null
