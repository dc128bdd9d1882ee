import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { stockAlertMessages } from '#shop/stock/alerts/stock-alert-messages.ts'
import { stopStockAlerts } from '#shop/stock/alerts/stock-alerts.server.ts'
import { actorContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import { acceptForm, refuseForm, respond } from '#web/forms/respond.server.ts'

/** GET changes nothing, because email scanners follow links; it does not tell whether the token is known. */
export function loader({ context }: LoaderFunctionArgs) {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  return null
}

/** Also the one-click request of a mail program (RFC 8058), which sends neither cookies nor an origin. */
export async function action({ request, context }: ActionFunctionArgs) {
  const shop = context.get(shopContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    await stopStockAlerts(shop, context.get(actorContext), token)
  } catch (error) {
    shop.log.error({ error }, 'stock alerts could not be stopped')
    return respond(context, refuseForm(500, { message: messages.somethingWentWrong }))
  }
  return respond(context, acceptForm(stockAlertMessages.stopped))
}
