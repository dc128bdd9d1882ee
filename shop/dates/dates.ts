export type Day = string
export type Instant = Date | string

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let londonFormat: Intl.DateTimeFormat | undefined

/** Uses numeric parts only, because the wording of Intl differs between browsers. */
function londonParts(instant: Instant) {
  londonFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  for (const { type, value } of londonFormat.formatToParts(toDate(instant))) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value)
  }
  return parts
}

function toDate(instant: Instant): Date {
  const date = typeof instant === 'string' ? new Date(instant) : instant
  if (Number.isNaN(date.getTime())) throw new RangeError(`'${String(instant)}' is no moment in time.`)
  return date
}

const padTwo = (number: number) => String(number).padStart(2, '0')
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10)

/** Calendar arithmetic uses UTC, where each day has 24 hours. */
function dayToTime(day: Day): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(time) || toDay(time) !== day) throw new RangeError(`'${day}' is no valid calendar day.`)
  return time
}

/** PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && toDay(time) === text
}

export function londonDay(instant: Instant): Day {
  const { year, month, day } = londonParts(instant)
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}`
}

export function formatDay(day: Day): string {
  const date = new Date(dayToTime(day))
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** '3 December' */
export const formatDayAndMonth = (day: Day): string => formatDay(day).replace(/ \d+$/, '')

export const formatWeekday = (day: Day): string => `${WEEKDAYS[weekdayOf(day)]} ${formatDay(day)}`

export const formatLondonDate = (instant: Instant): string => formatDay(londonDay(instant))

export function formatLondonTime(instant: Instant): string {
  const { hour, minute } = londonParts(instant)
  return `${hour % 12 || 12}:${padTwo(minute)} ${hour < 12 ? 'am' : 'pm'}`
}

export const formatLondonDateTime = (instant: Instant): string =>
  `${formatLondonDate(instant)}, ${formatLondonTime(instant)}`

/** When London clocks show a time: its first occurrence if it occurs twice, an hour later if it is skipped. */
export function londonTimeToInstant(day: Day, hour: number, minute: number): Date {
  const asUtc = dayToTime(day) + (hour * 60 + minute) * MINUTE
  const inSummerTime = new Date(asUtc - 60 * MINUTE)
  const parts = londonParts(inSummerTime)
  const isSummerTime = parts.hour === hour && parts.minute === minute && londonDay(inSummerTime) === day
  return isSummerTime ? inSummerTime : new Date(asUtc)
}

export const addDays = (day: Day, days: number): Day => toDay(dayToTime(day) + days * DAY)

const weekdayOf = (day: Day): number => new Date(dayToTime(day)).getUTCDay()
