import { Hono } from 'hono'
import { refreshCart } from '#shop/cart/refresh-cart.server.ts'
import { isId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { CART_LINES_MAX } from '#shop/constants.ts'

/** `GET /api/cart?ids=…,…`: what the products of a cart cost and how many there are now (D15). */
export function cartRoutes(shop: Shop) {
  const app = new Hono()
  app.get('/api/cart', async (context) => {
    context.header('cache-control', 'no-store')
    const ids = context.req.query('ids')?.split(',') ?? []
    if (ids.length === 0 || ids.length > CART_LINES_MAX || !ids.every(isId)) {
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
