import { Hono } from 'hono'
import { suggestProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { parseSearchText } from '#features/catalogue/storefront/search-text.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { messages } from '#shop/messages/messages.ts'

export function searchSuggestionsRoute(shop: ShopDependencies) {
  const app = new Hono()
  app.get('/api/search-suggestions', async (context) => {
    context.header('cache-control', 'no-store')
    const search = parseSearchText(context.req.query('q') ?? null)
    if (search === null) return context.json({ correctedSearch: null, products: [], categories: [] })
    try {
      return context.json(await suggestProducts(shop, search))
    } catch (error) {
      shop.log.error({ error }, 'a search could not be completed')
      return context.json({ message: messages.somethingWentWrong }, 503)
    }
  })
  return app
}
