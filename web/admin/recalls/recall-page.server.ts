import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied } from '#shop/permissions.ts'
import { recallMessages } from '#shop/stock/recalls/recall-messages.ts'
import { readRecall, tellCustomers } from '#shop/stock/recalls/recalls.server.ts'
import { readIntent } from '#web/forms/read-form.server.ts'
import { acceptForm, refuseForm, respond } from '#web/forms/respond.server.ts'
import { tellCustomersRefused } from '#web/forms/stock-refusals.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const found = await readRecall(context.get(shopContext), admin, params['id'] ?? '')
  if (!found) throw data(null, { status: 404 })
  return data(found)
}

/** Status 400: unknown form, 404: unknown recall, 409: emailed already, 503: database failure. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  if (readIntent(await request.formData()) !== 'tell')
    return respond(context, refuseForm(400, { message: messages.badRequest }))
  try {
    const told = await tellCustomers(shop, admin, params['id'] ?? '')
    return respond(
      context,
      told.ok ? acceptForm(recallMessages.queued(told.value.mailed)) : tellCustomersRefused(told.refusal),
    )
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'the customers of a recall could not be told')
    return respond(context, refuseForm(503, { message: recallMessages.failed }))
  }
}
