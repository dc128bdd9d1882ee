import { Hono } from 'hono'
import { refreshCart } from './refresh-cart.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { MAX_CART_LINES } from '#shop/constants.ts'

export function cartRoute(shop: ShopDependencies) {
  const app = new Hono()
  app.get('/api/cart', async (context) => {
    context.header('cache-control', 'no-store')
    const ids = context.req.query('ids')?.split(',') ?? []
    if (ids.length === 0 || ids.length > MAX_CART_LINES || !ids.every(isValidId)) {
      return context.json({ message: messages.badRequest }, 400)
    }
    try {
      return context.json(await refreshCart(shop, ids))
    } catch (error) {
      shop.log.error({ error }, 'a cart could not be refreshed')
      return context.json({ message: messages.somethingWentWrong }, 503)
    }
  })
  return app
}
