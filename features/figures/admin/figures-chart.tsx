import { formatWeekday, type Day } from '#shop/dates/dates.ts'
import { formatPounds, fromPence } from '#shop/money/money.ts'
import { figuresBars, isPlottedByMonth, type FiguresDay } from '#features/figures/figures.ts'
import { figuresMessages } from '#features/figures/figures-messages.ts'
import { describeMonth } from '#features/figures/figures-period.ts'
import { dayAxisLabels } from '#kit/admin/chart/chart-scale.ts'
import { SalesChart } from '#kit/admin/chart/sales-chart.tsx'

const MAX_MONTH_LABELS = 12

/** '2026-03' becomes 'Mar', or 'Mar 26' in a chart of several years. */
function monthAxisLabels(months: readonly string[]) {
  const step = Math.ceil(months.length / MAX_MONTH_LABELS)
  return months.flatMap((month, index) => {
    const [name, year] = describeMonth(month).split(' ')
    const short = name!.slice(0, 3)
    return index % step === 0
      ? [{ index, label: months.length > MAX_MONTH_LABELS ? `${short} ${year!.slice(2)}` : short }]
      : []
  })
}

/** Shows days, or months for a long period. */
export function FiguresChart({ days, today }: { days: readonly FiguresDay[]; today: Day }) {
  const byMonth = isPlottedByMonth(days)
  const bars = figuresBars(days)
  const keys = bars.map(({ key }) => key)
  const unfinished = byMonth ? today.slice(0, 7) : today
  const columns = bars.map(({ key, pence, orders }) => {
    const name = byMonth ? describeMonth(key) : formatWeekday(key)
    return {
      key,
      label: `${name}: ${formatPounds(fromPence(pence))}, ${figuresMessages.orders(orders)}`,
      pounds: fromPence(pence),
      orders,
      isUnfinished: key === unfinished,
    }
  })
  return (
    <SalesChart
      key={keys[0]}
      label={byMonth ? 'Sales by month' : 'Sales by day'}
      columns={columns}
      axisLabels={byMonth ? monthAxisLabels(keys) : dayAxisLabels(keys)}
    />
  )
}
