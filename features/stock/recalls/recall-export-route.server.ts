import { Hono } from 'hono'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { recallCsvLines } from './recall-csv.ts'
import { listRecalledOrders } from './recalls.server.ts'
import {
  CSV_TYPE,
  fileResponse,
  readFileActor,
  streamText,
  type FileAccess,
} from '#kit/requests/file-access.server.ts'

type Dependencies = { shop: ShopDependencies } & FileAccess

/** A file with the orders of a recall, for those who may start recalls. */
export function recallExportRoute({ shop, ...access }: Dependencies): Hono {
  const routes = new Hono()
  routes.get('/admin/recalls/:id/orders.csv', async ({ req }) => {
    const asker = await readFileActor(access, req.raw, 'admin', 'stock.recall')
    if (asker instanceof Response) return asker
    const found = await listRecalledOrders(shop, asker.actor, req.param('id'))
    if (!found) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
    return fileResponse(streamText(recallCsvLines(found.orders)), {
      name: `recall-${found.recall.id.slice(0, 8)}.csv`,
      type: CSV_TYPE,
      setCookies: asker.setCookies,
    })
  })
  return routes
}
