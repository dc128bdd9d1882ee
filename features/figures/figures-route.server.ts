import { Hono } from 'hono'
import { londonDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { FIGURE_TABLE_IDS } from './figure-tables.ts'
import { figuresCsv, ordersCsv } from './figures-csv.server.ts'
import { FIGURES_CSV_PATH, FIGURES_PDF_PATH } from './figures-paths.ts'
import { figuresPdf } from './figures-pdf.server.ts'
import { parseFiguresPeriod, type FiguresPeriod } from './figures-period.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  CSV_TYPE,
  fileResponse,
  readFileActor,
  streamText,
  type FileAccess,
} from '#kit/requests/file-access.server.ts'

type Dependencies = { shop: ShopDependencies } & FileAccess

const refusePeriod = () =>
  new Response(messages.badRequest, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
const fileName = (subject: string, { first, last }: FiguresPeriod, extension: string) =>
  `${subject}-${first}-to-${last}.${extension}`

export function figuresRoute({ shop, ...access }: Dependencies): Hono {
  const routes = new Hono()
  const readPeriod = ({ searchParams: params }: URL) =>
    parseFiguresPeriod(
      { period: params.get('period'), from: params.get('from'), to: params.get('to') },
      londonDay(shop.clock()),
    )

  routes.get(FIGURES_CSV_PATH, async ({ req }) => {
    const asker = await readFileActor(access, req.raw, 'admin', 'figures.read')
    if (asker instanceof Response) return asker
    const url = new URL(req.url)
    const { period, error } = readPeriod(url)
    const wanted = url.searchParams.get('table')
    const table = FIGURE_TABLE_IDS.find((id) => id === wanted)
    if (error || (!table && wanted !== 'orders')) return refusePeriod()
    const lines = table ? figuresCsv(shop, asker.actor, period, table) : ordersCsv(shop, asker.actor, period)
    return fileResponse(streamText(lines), {
      name: fileName(table ?? 'orders', period, 'csv'),
      type: CSV_TYPE,
      setCookies: asker.setCookies,
    })
  })

  routes.get(FIGURES_PDF_PATH, async ({ req }) => {
    const asker = await readFileActor(access, req.raw, 'admin', 'figures.read')
    if (asker instanceof Response) return asker
    const { period, error } = readPeriod(new URL(req.url))
    if (error) return refusePeriod()
    return fileResponse(await figuresPdf(shop, asker.actor, period), {
      name: fileName('figures', period, 'pdf'),
      type: 'application/pdf',
      setCookies: asker.setCookies,
    })
  })

  return routes
}
