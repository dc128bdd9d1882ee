import { addDays, formatDay, isDay, type Day } from '#shop/dates/dates.ts'

export const FIGURES_PRESETS = ['this-month', 'last-month', 'this-year', 'last-year'] as const
export type FiguresPreset = (typeof FIGURES_PRESETS)[number]

/** London days, both inclusive, and those of the period for comparison. */
export type FiguresPeriod = {
  /** A preset, a month such as '2026-03', or chosen days. */
  kind: FiguresPreset | 'month' | 'own'
  first: Day
  last: Day
  firstBefore: Day
  lastBefore: Day
}

/** Longer periods would read too many days at once. */
const MAX_FIGURES_DAYS = 1827
const FIRST_YEAR = 2000

const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
const startOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`
const endOfMonth = (day: Day): Day => addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1)

/** The same day of the previous month or year; the last day of a shorter month. */
function sameDayBefore(day: Day, unit: 'month' | 'year'): Day {
  const monthBefore =
    unit === 'month'
      ? startOfMonth(addDays(startOfMonth(day), -1))
      : `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}-${day.slice(5, 7)}-01`
  const sameDay = monthBefore.slice(0, 8) + day.slice(8)
  return isDay(sameDay) ? sameDay : endOfMonth(monthBefore)
}

const daysBetween = (first: Day, last: Day): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

/** An unfinished month or year is compared with as many days of the previous one. */
function calendarPeriod(
  kind: FiguresPeriod['kind'],
  { unit, inside, today }: { unit: 'month' | 'year'; inside: Day; today: Day },
): FiguresPeriod {
  const first = unit === 'month' ? startOfMonth(inside) : startOfYear(inside)
  const end = unit === 'month' ? endOfMonth(inside) : `${inside.slice(0, 4)}-12-31`
  const lastBefore = addDays(first, -1)
  const firstBefore = unit === 'month' ? startOfMonth(lastBefore) : startOfYear(lastBefore)
  const isRunning = first <= today && today < end
  return isRunning
    ? { kind, first, last: today, firstBefore, lastBefore: sameDayBefore(today, unit) }
    : { kind, first, last: end, firstBefore, lastBefore }
}

export type FiguresPeriodError = 'dates-invalid' | 'period-too-long'

/** Parameters of the address; null if absent. */
type FiguresPeriodWords = { period: string | null; from: string | null; to: string | null }

/** `?period=last-month`, `?period=2026-03` or `?from=2026-03-01&to=2026-03-15`; this month if there is none. */
export function parseFiguresPeriod(
  { period: word, from, to }: FiguresPeriodWords,
  today: Day,
): { period: FiguresPeriod; error: FiguresPeriodError | null } {
  const thisMonth = calendarPeriod('this-month', { unit: 'month', inside: today, today })
  if (from !== null || to !== null) {
    const own = ownPeriod(from ?? '', to ?? '')
    return typeof own === 'string' ? { period: thisMonth, error: own } : { period: own, error: null }
  }
  const month = `${word}-01`
  if (word !== null && isDay(month) && Number(word.slice(0, 4)) >= FIRST_YEAR && month <= today)
    return { period: calendarPeriod('month', { unit: 'month', inside: month, today }), error: null }
  switch (FIGURES_PRESETS.find((preset) => preset === word)) {
    case 'last-month': {
      const inside = addDays(startOfMonth(today), -1)
      return { period: calendarPeriod('last-month', { unit: 'month', inside, today }), error: null }
    }
    case 'this-year':
      return { period: calendarPeriod('this-year', { unit: 'year', inside: today, today }), error: null }
    case 'last-year': {
      const inside = addDays(startOfYear(today), -1)
      return { period: calendarPeriod('last-year', { unit: 'year', inside, today }), error: null }
    }
    default:
      return { period: thisMonth, error: null }
  }
}

function ownPeriod(first: Day, last: Day): FiguresPeriod | FiguresPeriodError {
  if (!isDay(first) || !isDay(last) || last < first || Number(first.slice(0, 4)) < FIRST_YEAR)
    return 'dates-invalid'
  const days = daysBetween(first, last) + 1
  if (days > MAX_FIGURES_DAYS) return 'period-too-long'
  return { kind: 'own', first, last, firstBefore: addDays(first, -days), lastBefore: addDays(first, -1) }
}

/** '2026-03' if the period is within one calendar month and starts with it. */
export const monthOfPeriod = ({ kind, first }: FiguresPeriod): string | null =>
  kind === 'this-month' || kind === 'last-month' || kind === 'month' ? first.slice(0, 7) : null

/** The query of the period, for the same days whenever it is opened. */
export function figuresPeriodQuery(period: FiguresPeriod): string {
  const month = monthOfPeriod(period)
  return month ? `period=${month}` : `from=${period.first}&to=${period.last}`
}

export const describeDays = (first: Day, last: Day): string =>
  first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`

/** 'March 2026' for '2026-03'. */
export const describeMonth = (month: string): string => formatDay(`${month}-01`).replace(/^1 /, '')

/** This month and earlier ones, newest first. */
export function latestMonths(today: Day, count: number): string[] {
  const months = [today.slice(0, 7)]
  while (months.length < count) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months
}
