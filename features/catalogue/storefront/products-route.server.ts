import { Hono } from 'hono'
import { MAX_RECENTLY_SEEN } from '#features/catalogue/recently-seen/recently-seen.ts'
import { findProductCards } from './storefront-catalogue.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug } from '#shop/text/slug.ts'

/** Current data of products that a browser has recently shown. */
export function productsRoute(shop: ShopDependencies) {
  const app = new Hono()
  app.get('/api/products', async (context) => {
    context.header('cache-control', 'no-store')
    const slugs = context.req.query('slugs')?.split(',') ?? []
    if (slugs.length === 0 || slugs.length > MAX_RECENTLY_SEEN || !slugs.every(isValidSlug)) {
      return context.json({ message: messages.badRequest }, 400)
    }
    try {
      return context.json(await findProductCards(shop, slugs))
    } catch (error) {
      shop.log.error({ error }, 'products could not be read')
      return context.json({ message: messages.somethingWentWrong }, 503)
    }
  })
  return app
}
