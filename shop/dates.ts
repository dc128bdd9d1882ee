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

let londonClock: Intl.DateTimeFormat | undefined

/** What clock and calendar in London show; only numbers are asked of Intl, since its wording differs between browsers. */
function inLondon(instant: Instant) {
  londonClock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric',
  })
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  for (const { type, value } of londonClock.formatToParts(dateOf(instant))) {
    if (type in shown) shown[type as keyof typeof shown] = Number(value)
  }
  return shown
}

function dateOf(instant: Instant): Date {
  const date = typeof instant === 'string' ? new Date(instant) : instant
  if (Number.isNaN(date.getTime())) throw new RangeError(`'${String(instant)}' is no moment in time.`)
  return date
}

const two = (number: number) => String(number).padStart(2, '0')
const asDay = (time: number): Day => new Date(time).toISOString().slice(0, 10)

/** Days are reckoned at UTC midnight, where each has 24 hours. */
function timeOf(day: Day): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(time) || asDay(time) !== day) throw new RangeError(`'${day}' is no day of the calendar.`)
  return time
}

/** The day it is in London at a moment. */
export function londonDay(instant: Instant): Day {
  const { year, month, day } = inLondon(instant)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** '2026-11-21' → '21 November 2026'. */
export function formatDay(day: Day): string {
  const date = new Date(timeOf(day))
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** '2026-11-21' → 'Saturday 21 November 2026'. */
export const formatWeekday = (day: Day): string => `${WEEKDAYS[weekdayOf(day)]} ${formatDay(day)}`

/** A moment as its London day (§9, D25): '21 November 2026'. */
export const formatLondonDate = (instant: Instant): string => formatDay(londonDay(instant))

/** A moment on the 12-hour clock of §9: '2:05 pm'. */
export function formatLondonTime(instant: Instant): string {
  const { hour, minute } = inLondon(instant)
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`
}

/** '21 November 2026, 2:05 pm'. */
export const formatLondonDateTime = (instant: Instant): string =>
  `${formatLondonDate(instant)}, ${formatLondonTime(instant)}`

/**
 * The moment when London clocks show a time on a day.
 * A time that comes twice, when the clocks go back, is its first; one that is left out, when they go forward, is an hour later.
 */
export function londonTimeToInstant(day: Day, hour: number, minute: number): Date {
  const asUtc = timeOf(day) + (hour * 60 + minute) * MINUTE
  const inSummerTime = new Date(asUtc - 60 * MINUTE)
  const shown = inLondon(inSummerTime)
  const isSummerTime = shown.hour === hour && shown.minute === minute && londonDay(inSummerTime) === day
  return isSummerTime ? inSummerTime : new Date(asUtc)
}

export const addDays = (day: Day, days: number): Day => asDay(timeOf(day) + days * DAY)

/** 0 is Sunday. */
const weekdayOf = (day: Day): number => new Date(timeOf(day)).getUTCDay()

/** Easter Sunday of a year by the Gregorian calendar's own arithmetic (Meeus, Jones, Butcher). */
export function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const moon = epact - Math.floor((golden + 11 * epact) / 319)
  const fullMoon = addDays(`${year}-03-21`, moon)
  return addDays(fullMoon, 7 - weekdayOf(fullMoon))
}

/** Bank holidays of England and Wales with their substitute days; a year's one-off royal holidays are not foreseen (D21). */
export function bankHolidays(year: number): Day[] {
  const easter = easterSunday(year)
  const mondayFrom = (day: Day) => addDays(day, (8 - weekdayOf(day)) % 7)
  const newYear = `${year}-01-01`
  const christmas = `${year}-12-25`
  const boxingDay = `${year}-12-26`
  return [
    isWeekend(newYear) ? mondayFrom(newYear) : newYear,
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    // Of a Christmas at a weekend the substitute comes after Boxing Day, on Monday or Tuesday.
    isWeekend(christmas) ? `${year}-12-27` : christmas,
    isWeekend(boxingDay) ? `${year}-12-28` : boxingDay,
  ].sort()
}

const isWeekend = (day: Day) => weekdayOf(day) % 6 === 0

export const isWorkingDay = (day: Day): boolean =>
  !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4))).includes(day)

/** The day that is so many working days after another; the day itself does not count (D21). */
export function addWorkingDays(day: Day, days: number): Day {
  let at = day
  for (let left = days; left > 0; ) {
    at = addDays(at, 1)
    if (isWorkingDay(at)) left -= 1
  }
  return at
}
