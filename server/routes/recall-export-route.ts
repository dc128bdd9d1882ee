import { Hono } from 'hono'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { hasPermission } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { recallCsvLines } from '#shop/stock/recalls/recall-csv.ts'
import { listRecalledOrders } from '#shop/stock/recalls/recalls.server.ts'

const LINES_PER_CHUNK = 500
const HEADERS = { 'cache-control': 'no-store' }

type Dependencies = {
  shop: ShopDependencies
  accounts: Pick<Accounts, 'readActor'>
  /** Whether owners may come in only with a second factor. */
  ownersNeedSecondFactor: () => boolean
}

function nextLines(lines: Iterator<string, unknown>, count: number): string {
  let chunk = ''
  for (let line = 0; line < count; line++) {
    const next = lines.next()
    if (next.done) break
    chunk += next.value
  }
  return chunk
}

/** The orders of a recall as a file, for those who may recall. */
export function recallExportRoute({ shop, accounts, ownersNeedSecondFactor }: Dependencies): Hono {
  const routes = new Hono()
  routes.get('/admin/recalls/:id/orders.csv', async ({ req }) => {
    const { actor, hasSecondFactor } = await accounts.readActor(req.raw.headers, 'admin')
    if (actor.kind !== 'admin') return new Response(null, { status: 401, headers: HEADERS })
    const lacksSecondFactor = actor.role === 'owner' && !hasSecondFactor && ownersNeedSecondFactor()
    if (lacksSecondFactor || !hasPermission(actor, 'stock.recall'))
      return new Response(null, { status: 403, headers: HEADERS })
    const found = await listRecalledOrders(shop, actor, req.param('id'))
    if (!found) return new Response(null, { status: 404, headers: HEADERS })
    const lines = recallCsvLines(found.orders)
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = nextLines(lines, LINES_PER_CHUNK)
        if (chunk === '') controller.close()
        else controller.enqueue(encoder.encode(chunk))
      },
    })
    return new Response(body, {
      headers: {
        ...HEADERS,
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="recall-${found.recall.id.slice(0, 8)}.csv"`,
      },
    })
  })
  return routes
}
