import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { featuredOrderForm, type FeaturedOrder } from '#shop/catalogue/featured-order/featured-order.ts'
import { featuredOrderMessages } from '#shop/catalogue/featured-order/featured-order-messages.ts'
import { readFeaturedOrder, saveFeaturedOrder } from '#shop/catalogue/featured-order/featured-order.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied } from '#shop/permissions.ts'
import { featuredOrderRefused } from '#web/forms/refusal-answers.server.ts'
import { readForm, readIntent } from '#web/forms/read-form.server.ts'
import { acceptForm, refuseForm, respond } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  try {
    const featured: FeaturedOrder | null = await readFeaturedOrder(shop, admin)
    return data({ featured })
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'the featured products could not be read')
    return data({ featured: null }, { status: 503 })
  }
}

/** Status 400: invalid form, 409: changed meanwhile, 503: database failure. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const submitted = await request.formData()
  const isByName = readIntent(submitted) === 'by-name'
  const form = await readForm(submitted, featuredOrderForm, { lists: ['product', 'seen', 'place'] })
  if (!form.ok) return respond(context, refuseForm(400, { message: messages.badRequest }))
  const { seen, order } = form.value
  try {
    const saved = await saveFeaturedOrder(shop, admin, { seen, order: isByName ? [] : order })
    if (!saved.ok) return respond(context, featuredOrderRefused(saved.refusal))
    return respond(
      context,
      acceptForm(isByName ? featuredOrderMessages.savedByName : featuredOrderMessages.saved),
    )
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'the order of Featured could not be saved')
    return respond(context, refuseForm(503, { message: featuredOrderMessages.failed }))
  }
}
