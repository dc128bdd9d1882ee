import { Hono } from 'hono'
import { exportCustomer } from '#features/customers/customer-data.server.ts'
import { CUSTOMER_DATA_PATH, OWN_DATA_PATH } from '#features/customers/customer-data-paths.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Actor, Permission } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { fileResponse, readFileActor, type FileAccess } from '#kit/requests/file-access.server.ts'

type Dependencies = { shop: ShopDependencies } & FileAccess

/** All data that the shop has of a customer, for managers and the customer. */
export function customerDataRoutes({ shop, ...access }: Dependencies): Hono {
  const routes = new Hono()

  async function answer(
    request: Request,
    area: 'shop' | 'admin',
    permission: Permission,
    idOf: (actor: Actor) => string,
  ): Promise<Response> {
    const asker = await readFileActor(access, request, area, permission)
    if (asker instanceof Response) return asker
    const { actor, setCookies } = asker
    const data = await exportCustomer(shop, actor, idOf(actor))
    if (data === null)
      return new Response(messages.pageNotFound, { status: 404, headers: { 'cache-control': 'no-store' } })
    return fileResponse(data, { name: 'customer-data.json', type: 'application/json', setCookies })
  }

  routes.get(CUSTOMER_DATA_PATH, ({ req }) => {
    const id = req.param('id')
    return answer(req.raw, 'admin', 'customers.export', () => id)
  })
  routes.get(OWN_DATA_PATH, ({ req }) =>
    answer(req.raw, 'shop', 'profile.export-own', ({ userId }) => userId ?? ''),
  )
  return routes
}
