import { londonDay } from '#shop/dates/dates.ts'
import { readFigures } from '#features/figures/figures.server.ts'
import { parseFiguresPeriod } from '#features/figures/figures-period.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const today = londonDay(shop.clock())
  const words = { period: query.get('period'), from: query.get('from'), to: query.get('to') }
  const { period, error } = parseFiguresPeriod(words, today)
  return { period, error, today, ...(await readFigures(shop, admin, period)) }
})
