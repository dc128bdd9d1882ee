import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatWeekday, type Day } from '#shop/dates/dates.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { formatPounds } from '#shop/money/money.ts'
import { salesMessages } from '#shop/reports/dashboard/dashboard-messages.ts'
import type { SalesDay } from '#shop/reports/sales/sales.ts'
import { formatCompactPounds, columnIndexAt, dayAxisLabels, chartAxisTicks } from './chart-scale.ts'

const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

/** One slider over the days for the keyboard; the last day is today, which is incomplete. */
export function DailySalesChart({ days }: { days: readonly SalesDay[] }) {
  const [selectedDay, setSelectedDay] = useState<Day | null>(null)
  const chart = useRef<HTMLDivElement>(null)
  const last = days.length - 1
  const selectedIndex = days.findIndex(({ day }) => day === selectedDay)
  const shownIndex = selectedIndex < 0 ? last : selectedIndex
  const { day, pounds, orders } = days[shownIndex]!
  const dayLabel = salesMessages.ofDay(formatWeekday(day), formatPounds(pounds), orders, shownIndex === last)

  const selectDayByPointer = (event: PointerEvent) => {
    const { left, width } = chart.current!.getBoundingClientRect()
    setSelectedDay(days[columnIndexAt((event.clientX - left) / width, days.length)]!.day)
  }
  const selectDayByKey = (event: KeyboardEvent) => {
    const dayOffset = DAY_STEPS[event.key]
    if (dayOffset === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setSelectedDay(days[Math.min(last, Math.max(0, shownIndex + dayOffset))]!.day)
  }
  const selectedColumn = selectedDay === null ? null : shownIndex
  return (
    <div className="plot">
      <p className="plot-readout" aria-hidden="true">
        {dayLabel}
      </p>
      <div
        ref={chart}
        className="plot-frame"
        role="slider"
        tabIndex={0}
        aria-label="Sales by day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={shownIndex + 1}
        aria-valuetext={dayLabel}
        onPointerDown={selectDayByPointer}
        onPointerMove={selectDayByPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setSelectedDay(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setSelectedDay(day)}
        onBlur={() => setSelectedDay(null)}
        onKeyDown={selectDayByKey}
      >
        <ChartColumns
          title="Sales"
          values={days.map((each) => each.pounds)}
          format={formatCompactPounds}
          selectedColumn={selectedColumn}
          isTall
        />
        <ChartColumns
          title="Orders"
          values={days.map((each) => each.orders)}
          format={formatCount}
          selectedColumn={selectedColumn}
        />
        <div className="plot-days">
          {dayAxisLabels(days.map((each) => each.day)).map(({ index, label }) => (
            <span
              key={label}
              className="plot-day"
              style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

type ChartColumnsProps = {
  title: string
  values: readonly number[]
  format: (value: number) => string
  selectedColumn: number | null
  isTall?: boolean
}

/** Units that are stretched too far would blur the edges of the columns. */
const DAY_WIDTH = 100
const COLUMN_WIDTH = 76

function ChartColumns({ title, values, format, selectedColumn, isTall }: ChartColumnsProps) {
  const ticks = chartAxisTicks(Math.max(...values))
  const top = ticks.at(-1)!
  const share = (value: number) => (value / top) * 100
  return (
    <div className="plot-part" data-tall={isTall || undefined}>
      <span className="plot-title">{title}</span>
      {ticks.map((tick) => (
        <span key={tick} className="plot-tick" style={{ bottom: `${share(tick)}%` }}>
          {format(tick)}
        </span>
      ))}
      <svg
        viewBox={`0 0 ${values.length * DAY_WIDTH} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="plot-drawing"
      >
        {selectedColumn !== null && (
          <rect className="plot-chosen" x={selectedColumn * DAY_WIDTH} y="0" width={DAY_WIDTH} height="100" />
        )}
        {ticks.map((tick) => (
          <line
            key={tick}
            className="plot-line"
            data-zero={tick === 0 || undefined}
            x1="0"
            x2={values.length * DAY_WIDTH}
            y1={100 - share(tick)}
            y2={100 - share(tick)}
          />
        ))}
        {values.map((value, index) => (
          <rect
            key={index}
            className="plot-column"
            data-unfinished={index === values.length - 1 || undefined}
            x={index * DAY_WIDTH + (DAY_WIDTH - COLUMN_WIDTH) / 2}
            width={COLUMN_WIDTH}
            y={100 - share(value)}
            height={share(value)}
          />
        ))}
      </svg>
    </div>
  )
}
