import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { emailForm } from '#features/accounts/forms/account-forms.ts'
import { findProduct } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { stockAlertMessages } from './stock-alert-messages.ts'
import { requestStockAlert, stopStockAlerts } from './stock-alerts.server.ts'
import {
  accountsContext,
  actorContext,
  clientAddressContext,
  responseContext,
  shopContext,
} from '#kit/requests/request-contexts.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { stockAlertRefused } from './stock-alert-refusals.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'

export type StockAlertsData =
  | { state: 'request'; product: { slug: string; name: string; isInStock: boolean } }
  | { state: 'stop' }

/** GET changes nothing, because email scanners follow links; it does not reveal whether a token is known. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<StockAlertsData> {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  const { searchParams } = new URL(request.url)
  if (searchParams.has('token')) return { state: 'stop' }
  const shop = context.get(shopContext)
  if (!shop.switches.customer_emails['stock-alert']) throw data(null, { status: 404 })
  const product = await findProduct(shop, searchParams.get('product') ?? '')
  if (!product) throw data(null, { status: 404 })
  const { slug, name, stock } = product
  return { state: 'request', product: { slug, name, isInStock: stock > 0 } }
}

type ActionContext = Readonly<RouterContextProvider>

/** The sold-out product's page posts here too, as do mail programs, which send no cookies and no origin (RFC 8058). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  const form = await request.formData()
  return token === null
    ? requestAlert(context, searchParams.get('product') ?? '', form)
    : stop(context, token)
}

async function requestAlert(context: ActionContext, slug: string, submitted: FormData) {
  const form = await readForm(submitted, emailForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const shop = context.get(shopContext)
  const requested = await requestStockAlert(shop, context.get(accountsContext), context.get(actorContext), {
    slug,
    email: form.value.email,
    client: context.get(clientAddressContext),
  }).catch((error: unknown) => {
    shop.log.error({ error }, 'a stock alert could not be stored')
    return null
  })
  const { values } = form
  if (!requested) return respond(context, refuseForm(503, { values, message: messages.somethingWentWrong }))
  return respond(
    context,
    requested.ok
      ? acceptForm(stockAlertMessages.accepted)
      : withFields(stockAlertRefused(requested.refusal), { values }),
  )
}

async function stop(context: ActionContext, token: string) {
  const shop = context.get(shopContext)
  try {
    await stopStockAlerts(shop, context.get(actorContext), token)
  } catch (error) {
    shop.log.error({ error }, 'stock alerts could not be stopped')
    return respond(context, refuseForm(503, { message: messages.somethingWentWrong }))
  }
  return respond(context, acceptForm(stockAlertMessages.stopped))
}
