import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatCount } from '#shop/text/format-count.ts'
import { formatCompactPounds, columnIndexAt, chartAxisTicks } from './chart-scale.ts'

/** A day or a month. */
type SalesColumn = { key: string; label: string; pounds: number; orders: number; isUnfinished: boolean }
type SalesChartProps = {
  label: string
  columns: readonly SalesColumn[]
  axisLabels: readonly { index: number; label: string }[]
}

const COLUMN_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

/** For keyboards, one slider covers all columns. */
export function SalesChart({ label, columns, axisLabels }: SalesChartProps) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const chart = useRef<HTMLDivElement>(null)
  const last = columns.length - 1
  const selectedIndex = columns.findIndex(({ key }) => key === selectedKey)
  const shownIndex = selectedIndex < 0 ? last : selectedIndex
  const shown = columns[shownIndex]!

  const selectByPointer = (event: PointerEvent) => {
    const { left, width } = chart.current!.getBoundingClientRect()
    setSelectedKey(columns[columnIndexAt((event.clientX - left) / width, columns.length)]!.key)
  }
  const selectByKey = (event: KeyboardEvent) => {
    const offset = COLUMN_STEPS[event.key]
    if (offset === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setSelectedKey(columns[Math.min(last, Math.max(0, shownIndex + offset))]!.key)
  }
  const common = { columns, selectedColumn: selectedKey === null ? null : shownIndex }
  return (
    <div className="plot">
      <p className="plot-readout" aria-hidden="true">
        {shown.label}
      </p>
      <div
        ref={chart}
        className="plot-frame"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={columns.length}
        aria-valuenow={shownIndex + 1}
        aria-valuetext={shown.label}
        onPointerDown={selectByPointer}
        onPointerMove={selectByPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setSelectedKey(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setSelectedKey(shown.key)}
        onBlur={() => setSelectedKey(null)}
        onKeyDown={selectByKey}
      >
        <ChartColumns
          {...common}
          title="Sales"
          value={({ pounds }) => pounds}
          format={formatCompactPounds}
          isTall
        />
        <ChartColumns {...common} title="Orders" value={({ orders }) => orders} format={formatCount} />
        <div className="relative h-6 mt-2 max-sm:h-9">
          {axisLabels.map(({ index, label: axisLabel }) => (
            <span
              key={axisLabel}
              className="plot-day"
              style={{ left: `${((index + 0.5) / columns.length) * 100}%` }}
            >
              {axisLabel}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

type ChartColumnsProps = {
  title: string
  columns: readonly SalesColumn[]
  value: (column: SalesColumn) => number
  format: (value: number) => string
  selectedColumn: number | null
  isTall?: boolean
}

/** Stretching the units too far would blur the edges of the columns. */
const DAY_WIDTH = 100
const COLUMN_WIDTH = 76

function ChartColumns({ title, columns, value, format, selectedColumn, isTall }: ChartColumnsProps) {
  const values = columns.map(value)
  const ticks = chartAxisTicks(Math.max(...values))
  const top = ticks.at(-1)!
  const share = (amount: number) => (amount / top) * 100
  return (
    <div
      className="relative h-18 data-tall:h-[clamp(10rem,24vw,13.5rem)] data-tall:mb-11"
      data-tall={isTall || undefined}
    >
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
        {values.map((amount, index) => (
          <rect
            key={index}
            className="plot-column"
            data-unfinished={columns[index]!.isUnfinished || undefined}
            x={index * DAY_WIDTH + (DAY_WIDTH - COLUMN_WIDTH) / 2}
            width={COLUMN_WIDTH}
            y={100 - share(amount)}
            height={share(amount)}
          />
        ))}
      </svg>
    </div>
  )
}
