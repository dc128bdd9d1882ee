import type { LoaderFunctionArgs } from 'react-router'
import { londonDay } from '#shop/dates/dates.ts'
import { readFigures } from '#shop/reports/figures/figures.server.ts'
import { parseFiguresPeriod } from '#shop/reports/figures/figures-period.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const today = londonDay(shop.clock())
  const params = new URL(request.url).searchParams
  const words = { period: params.get('period'), from: params.get('from'), to: params.get('to') }
  const { period, error } = parseFiguresPeriod(words, today)
  return { period, error, today, ...(await readFigures(shop, admin, period)) }
}
