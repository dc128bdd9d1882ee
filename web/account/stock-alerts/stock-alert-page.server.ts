import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { emailForm } from '#shop/accounts/forms/account-forms.ts'
import { findProduct } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { stockAlertMessages } from '#shop/stock/alerts/stock-alert-messages.ts'
import { requestStockAlert } from '#shop/stock/alerts/stock-alerts.server.ts'
import {
  accountsContext,
  actorContext,
  clientAddressContext,
  responseContext,
  shopContext,
} from '#web/http/request-contexts.ts'
import { readForm } from '#web/forms/read-form.server.ts'
import { stockAlertRefused } from '#web/forms/refusal-answers.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#web/forms/respond.server.ts'

export type StockAlertData = {
  product: { slug: string; name: string; isInStock: boolean }
  /** Of the signed-in customer. */
  email: string | null
}

/** Throws 404 for a product that is not on sale. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<StockAlertData> {
  context.get(responseContext).headers.set('cache-control', 'no-store')
  const product = await findProduct(context.get(shopContext), params['slug'] ?? '')
  if (!product) throw data(null, { status: 404 })
  const { slug, name, stock } = product
  const actor = context.get(actorContext)
  return {
    product: { slug, name, isInStock: stock > 0 },
    email: actor.kind === 'visitor' ? null : actor.email,
  }
}

/** The form of the sold-out product's page, which is the same bytes for every visitor, posts here. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(await request.formData(), emailForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const shop = context.get(shopContext)
  const requested = await requestStockAlert(shop, context.get(accountsContext), context.get(actorContext), {
    slug: params['slug'] ?? '',
    email: form.value.email,
    client: context.get(clientAddressContext),
  }).catch((error: unknown) => {
    shop.log.error({ error }, 'a stock alert could not be stored')
    return null
  })
  const { values } = form
  if (!requested) return respond(context, refuseForm(500, { values, message: messages.somethingWentWrong }))
  return respond(
    context,
    requested.ok
      ? acceptForm(stockAlertMessages.accepted)
      : withFields(stockAlertRefused(requested.refusal), { values }),
  )
}
