import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { phoneOrderMessages } from '#shop/checkout/phone-orders/phone-order-messages.ts'
import { toDeliveryRates } from '#shop/delivery/delivery-settings.ts'
import { adminAction } from '#web/admin/admin-action.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { refuseForm, withFields } from '#web/forms/respond.server.ts'
import { orderPath } from '#web/admin/orders/order-list-url.ts'
import { handlePhoneOrder } from './phone-order-form.server.ts'
import type { PhoneOrderResult } from './phone-order-result.ts'

/** The key makes one order of a form that is sent twice. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(context, request)
  return data({ key: crypto.randomUUID(), rates: ratesOf(context) })
}

export const action = adminAction<PhoneOrderResult>({
  handle: async ({ shop, admin, submitted, context }) => {
    const handled = await handlePhoneOrder(shop, admin, submitted)
    if ('placedId' in handled) return redirect(orderPath(handled.placedId, {}), 303)
    // A refusal does not load the page again, and its reason may be a charge that has changed.
    return withFields(handled, { rates: ratesOf(context) })
  },
  failure: 'an order by phone could not be placed',
  answerFailure: ({ context }) =>
    withFields(refuseForm(503, { message: phoneOrderMessages.notPlaced }), { rates: ratesOf(context) }),
})

/** Null while delivery is not charged. */
const ratesOf = (context: LoaderFunctionArgs['context']) =>
  toDeliveryRates(context.get(shopContext).delivery) ?? null
