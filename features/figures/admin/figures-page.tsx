import { useLoaderData } from 'react-router'
import { formatPounds, fromPence } from '#shop/money/money.ts'
import {
  buildFigureTable,
  FIGURE_TABLE_IDS,
  marginNotes,
  soldWithoutRate,
  type FigureTableId,
} from '#features/figures/figure-tables.ts'
import { sumFigures, type Figures, type FiguresSums } from '#features/figures/figures.ts'
import { figuresMessages } from '#features/figures/figures-messages.ts'
import { figuresCsvPath, figuresPdfPath } from '#features/figures/figures-paths.ts'
import { describeDays, monthOfPeriod } from '#features/figures/figures-period.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { FiguresChart } from './figures-chart.tsx'
import type { loader } from './figures-page.server.ts'
import { FiguresPeriodForm } from './figures-period-form.tsx'
import { FiguresTable } from './figures-table.tsx'

export const head = adminHead(figuresMessages.title)

const pounds = (pence: number) => formatPounds(fromPence(pence))

export default function FiguresPage() {
  const { period, error, today, figures, before } = useLoaderData<typeof loader>()
  const sums = sumFigures(figures)
  return (
    <div className="figures">
      <ScreenHead title={figuresMessages.title} lead={figuresMessages.what} />
      <FiguresPeriodForm period={period} today={today} />
      {error && <Notice tone="warning">{figuresMessages.periodError(error)}</Notice>}
      <section className="panel" aria-labelledby="figures-sums">
        <div className="panel-head">
          <h2 id="figures-sums">{describeDays(period.first, period.last)}</h2>
          <p className="minor">{`Before: ${describeDays(period.firstBefore, period.lastBefore)}`}</p>
        </div>
        <Sums sums={sums} before={sumFigures(before)} />
        <div className="panel-body">
          {sums.orders === 0 ? (
            <p>{figuresMessages.nothing}</p>
          ) : (
            <FiguresChart days={figures.days} today={today} />
          )}
          <p className="flex flex-wrap items-end gap-y-2 gap-x-4 my-4">
            {monthOfPeriod(period) && (
              <a href={figuresPdfPath(period)} className="button button-solid" download>
                {figuresMessages.pdf}
              </a>
            )}
            <a href={figuresCsvPath(period, 'orders')} className="button button-outline" download>
              {figuresMessages.allOrders}
            </a>
          </p>
          <p className="mt-3 text-muted text-sm">{figuresMessages.howCounted}</p>
        </div>
      </section>
      {FIGURE_TABLE_IDS.map((id) => (
        <FiguresTable
          key={id}
          table={buildFigureTable(id, figures)}
          csvPath={figuresCsvPath(period, id)}
          notes={tableNotes(id, figures, sums)}
        />
      ))}
    </div>
  )
}

function tableNotes(id: FigureTableId, figures: Figures, { refunds, refundsOfSales }: FiguresSums): string[] {
  if (id === 'vat') {
    const notSet = soldWithoutRate(figures)
    return [
      ...(notSet > 0 ? [figuresMessages.vatNotSet(pounds(notSet))] : []),
      figuresMessages.vatNote,
      figuresMessages.vatRounding,
    ]
  }
  if (id === 'refunds' && refunds > refundsOfSales)
    return [figuresMessages.cancelledRefunds(pounds(refunds - refundsOfSales))]
  if (id === 'category-margins') return marginNotes(figures)
  const list = id === 'products' ? figures : id === 'product-margins' ? figures.margins : null
  if (list && list.products.length < list.product_count)
    return [figuresMessages.someProducts(list.products.length, list.product_count)]
  return []
}

function Sums({ sums, before }: { sums: FiguresSums; before: FiguresSums }) {
  const money = (key: keyof FiguresSums) => ({
    value: pounds(sums[key]),
    compared: figuresMessages.compared(sums[key], before[key], pounds(before[key])),
  })
  return (
    <dl className="sums">
      <Sum
        label="Sales"
        {...money('sales')}
        part={sums.delivery > 0 ? figuresMessages.ofWhichDelivery(pounds(sums.delivery)) : undefined}
      />
      <Sum
        label="Orders"
        value={formatCount(sums.orders)}
        compared={figuresMessages.compared(sums.orders, before.orders, formatCount(before.orders))}
      />
      <Sum label="Refunds" {...money('refunds')} />
      <Sum label="Sales after refunds" {...money('net')} />
      <Sum label="VAT after refunds" {...money('netVat')} />
    </dl>
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
