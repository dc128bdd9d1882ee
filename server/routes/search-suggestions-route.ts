import { Hono } from 'hono'
import { listProducts } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

/** A stub, to be replaced. */
export function searchSuggestionsRoute(shop: ShopDependencies) {
  const app = new Hono()
  app.get('/api/search-suggestions', async (context) => {
    const search = context.req.query('q') ?? ''
    const list = await listProducts(shop, {
      search,
      category: null,
      bestSellersOnly: false,
      sort: 'featured',
      page: 1,
    })
    return context.json({
      correctedSearch: list.correctedSearch,
      products: list.products
        .slice(0, 6)
        .map(({ slug, name, price, net_weight, picture }) => ({ slug, name, price, net_weight, picture })),
      categories: list.categories
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .slice(0, 3)
        .map(({ slug, name }) => ({ slug, name })),
    })
  })
  return app
}
