import { formatDay, formatWeekday, type Day } from '#shop/dates/dates.ts'
import { formatCount } from '#shop/text/format-count.ts'

const ROUND_STEPS = [1, 2, 5, 10]
const GRIDLINES = 4

export function chartAxisTicks(maximum: number): number[] {
  const roughStep = Math.max(1, maximum / GRIDLINES)
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = power * ROUND_STEPS.find((each) => each * power >= roughStep)!
  const count = Math.max(1, Math.ceil(maximum / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

export function formatShortDay(day: Day): string {
  const [date, month] = formatDay(day).split(' ')
  return `${date} ${month!.slice(0, 3)}`
}

export function formatCompactPounds(pounds: number): string {
  if (pounds < 10_000) return `£${formatCount(pounds)}`
  return pounds < 1_000_000 ? `£${pounds / 1000}k` : `£${pounds / 1_000_000}m`
}

type DayAxisLabel = { index: number; label: string }

export function dayAxisLabels(days: readonly Day[]): DayAxisLabel[] {
  const ticks = days.map((day, index) => ({ index, day, date: Number(day.slice(8)) }))
  if (days.length <= 7)
    return ticks.map(({ index, day, date }) => ({
      index,
      label: `${formatWeekday(day).slice(0, 3)} ${date}`,
    }))
  const isLabelled =
    days.length <= 31
      ? (day: Day) => formatWeekday(day).startsWith('Mon')
      : (day: Day) => /-(01|15)$/.test(day)
  return ticks
    .filter(({ day }) => isLabelled(day))
    .map(({ index, day }) => ({ index, label: formatShortDay(day) }))
}

export const columnIndexAt = (share: number, columns: number): number =>
  Math.min(columns - 1, Math.max(0, Math.floor(share * columns)))
