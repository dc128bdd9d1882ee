import { formatWeekday } from '#shop/dates/dates.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { formatPounds } from '#shop/money/money.ts'
import { salesMessages } from '#features/dashboard/dashboard-messages.ts'
import type { SalesReport } from '#features/figures/sales/sales.ts'
import { SALES_PERIODS, type SalesPeriod } from '#features/figures/sales/sales-period.ts'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Table } from '#kit/display/table.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { dashboardPath } from './dashboard-url.ts'
import { DailySalesChart } from './daily-sales-chart.tsx'

const COLUMNS = [{ label: 'Day' }, { label: 'Orders', isNumber: true }, { label: 'Sales', isNumber: true }]

export function SalesPanel({ days, sales }: { days: SalesPeriod; sales: SalesReport }) {
  const { sum, before, refunds, refundsBefore } = sales
  return (
    <DashboardPanel title="Sales" aside={<PeriodChoice days={days} />}>
      <dl className="sums">
        <Sum
          label={`Sales in ${days} days`}
          value={formatPounds(sum.pounds)}
          part={sum.delivery > 0 ? salesMessages.ofWhichDelivery(formatPounds(sum.delivery)) : undefined}
          compared={salesMessages.compared(sum.pounds, before.pounds, formatPounds(before.pounds), days)}
        />
        <Sum
          label={`Orders in ${days} days`}
          value={formatCount(sum.orders)}
          compared={salesMessages.compared(sum.orders, before.orders, formatCount(before.orders), days)}
        />
        <Sum
          label={`Refunds in ${days} days`}
          value={formatPounds(refunds.pounds)}
          compared={salesMessages.refunds(refunds.refunds, formatPounds(refundsBefore.pounds), days)}
        />
      </dl>
      {sum.orders === 0 ? (
        <p className="panel-body text-muted">
          <strong>{salesMessages.none(days)}</strong> {salesMessages.appearHere}
        </p>
      ) : (
        <div className="panel-body">
          <DailySalesChart key={days} days={sales.days} />
          <p className="mt-3 text-muted text-sm">{salesMessages.howCounted}</p>
          <details className="plot-figures">
            <summary>The figures as a table</summary>
            <Table caption={`Sales of the last ${days} days, newest first`} columns={COLUMNS}>
              {[...sales.days].reverse().map(({ day, orders, pounds }) => (
                <tr key={day}>
                  <th scope="row">{formatWeekday(day)}</th>
                  <td className="number">{formatCount(orders)}</td>
                  <td className="number">
                    <Price pounds={pounds} />
                  </td>
                </tr>
              ))}
            </Table>
          </details>
        </div>
      )}
    </DashboardPanel>
  )
}

function PeriodChoice({ days }: { days: SalesPeriod }) {
  return (
    <nav aria-label="Days looked back at" className="period-choice">
      {SALES_PERIODS.map((period) => (
        <ShopLink
          key={period}
          to={dashboardPath(period)}
          className="period"
          aria-current={period === days ? 'page' : undefined}
          preventScrollReset
        >
          {`${period} days`}
        </ShopLink>
      ))}
    </nav>
  )
}

type SumProps = { label: string; value: string; part?: string | undefined; compared: string }

function Sum({ label, value, part, compared }: SumProps) {
  return (
    <div className="sum">
      <dt>{label}</dt>
      <dd className="sum-value">{value}</dd>
      {part && <dd className="text-sm">{part}</dd>}
      <dd className="text-sm">{compared}</dd>
    </div>
  )
}
