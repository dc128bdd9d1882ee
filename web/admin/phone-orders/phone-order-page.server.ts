import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { toDeliveryRates } from '#shop/delivery/delivery-settings.ts'
import { respond, withFields } from '#web/forms/respond.server.ts'
import { orderPath } from '#web/admin/orders/order-list-url.ts'
import { handlePhoneOrder } from './phone-order-form.server.ts'
import type { PhoneOrderResult } from './phone-order-result.ts'

/** The key makes one order of a form that is sent twice. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(context, request)
  return data({ key: crypto.randomUUID(), rates: ratesOf(context) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const handled = await handlePhoneOrder(context.get(shopContext), admin, await request.formData())
  if ('placedId' in handled) return redirect(orderPath(handled.placedId, {}), 303)
  // A refusal does not load the page again, and its reason may be a charge that has changed.
  return respond<PhoneOrderResult>(context, withFields(handled, { rates: ratesOf(context) }))
}

/** Null while delivery is not charged. */
const ratesOf = (context: LoaderFunctionArgs['context']) =>
  toDeliveryRates(context.get(shopContext).delivery) ?? null
