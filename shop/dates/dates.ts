/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string
/** A moment: a Date, or its ISO text as rows hold it. */
export type Instant = Date | string

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July',
  'August', 'September', 'October', 'November', 'December',
] as const
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let londonFormat: Intl.DateTimeFormat | undefined

/** What clock and calendar in London show; only numbers are asked of Intl, since its wording differs between browsers. */
function londonParts(instant: Instant) {
  londonFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric',
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

/** Days are reckoned at UTC midnight, where each has 24 hours. */
function dayToTime(day: Day): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(time) || toDay(time) !== day) throw new RangeError(`'${day}' is no day of the calendar.`)
  return time
}

/** Whether a text is a day of the calendar; PostgreSQL's has no year 0. */
export function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && toDay(time) === text
}

/** The day it is in London at a moment. */
export function londonDay(instant: Instant): Day {
  const { year, month, day } = londonParts(instant)
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}`
}

/** '2026-11-21' → '21 November 2026'. */
export function formatDay(day: Day): string {
  const date = new Date(dayToTime(day))
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** '2026-11-21' → 'Saturday 21 November 2026'. */
export const formatWeekday = (day: Day): string => `${WEEKDAYS[weekdayOf(day)]} ${formatDay(day)}`

/** A moment as its London day: '21 November 2026'. */
export const formatLondonDate = (instant: Instant): string => formatDay(londonDay(instant))

/** A moment on a 12-hour clock: '2:05 pm'. */
export function formatLondonTime(instant: Instant): string {
  const { hour, minute } = londonParts(instant)
  return `${hour % 12 || 12}:${padTwo(minute)} ${hour < 12 ? 'am' : 'pm'}`
}

/** '21 November 2026, 2:05 pm'. */
export const formatLondonDateTime = (instant: Instant): string =>
  `${formatLondonDate(instant)}, ${formatLondonTime(instant)}`

/**
 * The moment when London clocks show a time on a day.
 * A time that comes twice, when the clocks go back, is its first; one that is left out, when they go forward, is an hour later.
 */
export function londonTimeToInstant(day: Day, hour: number, minute: number): Date {
  const asUtc = dayToTime(day) + (hour * 60 + minute) * MINUTE
  const inSummerTime = new Date(asUtc - 60 * MINUTE)
  const parts = londonParts(inSummerTime)
  const isSummerTime = parts.hour === hour && parts.minute === minute && londonDay(inSummerTime) === day
  return isSummerTime ? inSummerTime : new Date(asUtc)
}

export const addDays = (day: Day, days: number): Day => toDay(dayToTime(day) + days * DAY)

/** 0 is Sunday. */
const weekdayOf = (day: Day): number => new Date(dayToTime(day)).getUTCDay()
