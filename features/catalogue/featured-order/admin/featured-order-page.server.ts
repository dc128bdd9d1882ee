import { data } from 'react-router'
import { featuredOrderForm } from '#features/catalogue/featured-order/featured-order.ts'
import { featuredOrderMessages } from '#features/catalogue/featured-order/featured-order-messages.ts'
import {
  readFeaturedOrder,
  saveFeaturedOrder,
} from '#features/catalogue/featured-order/featured-order.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'
import { featuredOrderRefused } from '#features/catalogue/catalogue-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { acceptForm, refuseForm } from '#kit/actions/respond.server.ts'

export const loader = adminLoader(async ({ shop, admin }) => {
  const featured = await readOrNull(shop, 'the featured products', readFeaturedOrder(shop, admin))
  return data({ featured }, { status: featured ? 200 : 503 })
})

/** Status 400: invalid form, 409: changed meanwhile, 503: database failure. */
export const action = adminAction({
  handle: async ({ shop, admin, submitted, intent }) => {
    const isByName = intent === 'by-name'
    const form = await readForm(submitted, featuredOrderForm, { lists: ['product', 'seen', 'place'] })
    if (!form.ok) return refuseForm(400, { message: messages.badRequest })
    const { seen, order } = form.value
    const saved = await saveFeaturedOrder(shop, admin, { seen, order: isByName ? [] : order })
    if (!saved.ok) return featuredOrderRefused(saved.refusal)
    return acceptForm(isByName ? featuredOrderMessages.savedByName : featuredOrderMessages.saved)
  },
  failure: 'the order of Featured could not be saved',
  answerFailure: () => refuseForm(503, { message: featuredOrderMessages.failed }),
})
