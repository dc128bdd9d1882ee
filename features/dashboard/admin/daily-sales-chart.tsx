import { formatWeekday } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import { salesMessages } from '#features/dashboard/dashboard-messages.ts'
import type { SalesDay } from '#features/figures/sales/sales.ts'
import { dayAxisLabels } from '#kit/admin/chart/chart-scale.ts'
import { SalesChart } from '#kit/admin/chart/sales-chart.tsx'

/** The last day is today, which is incomplete. */
export function DailySalesChart({ days }: { days: readonly SalesDay[] }) {
  const last = days.length - 1
  const columns = days.map(({ day, pounds, orders }, index) => ({
    key: day,
    label: salesMessages.ofDay(formatWeekday(day), formatPounds(pounds), orders, index === last),
    pounds,
    orders,
    isUnfinished: index === last,
  }))
  return (
    <SalesChart
      label="Sales by day"
      columns={columns}
      axisLabels={dayAxisLabels(days.map(({ day }) => day))}
    />
  )
}
