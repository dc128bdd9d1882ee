/** A day as 'YYYY-MM-DD'. Shop days are London days (D25). */
export type Day = string
/** A moment as the database tells it: an ISO string. */
export type Instant = string | Date

const LONDON = 'Europe/London'
const DAY_MILLISECONDS = 86_400_000

const longDate = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, day: 'numeric', month: 'long', year: 'numeric' })
const clockTime = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, hour: 'numeric', minute: '2-digit', hour12: true })
const dayParts = new Intl.DateTimeFormat('en-CA', { timeZone: LONDON, year: 'numeric', month: '2-digit', day: '2-digit' })
const weekdayDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
const plainDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** '21 November 2026' */
export const formatDate = (instant: Instant): string => longDate.format(new Date(instant))
/** '2:05 pm' */
export const formatTime = (instant: Instant): string =>
  clockTime.format(new Date(instant)).replace(/\s/u, ' ').replace(/^0:/, '12:').toLowerCase()
/** '21 November 2026, 2:05 pm' */
export const formatDateTime = (instant: Instant): string => `${formatDate(instant)}, ${formatTime(instant)}`
/** A day without a clock: '24 November 2026' */
export const formatDay = (day: Day): string => plainDate.format(atNoon(day))
/** 'Tuesday 24 November' */
export const formatWeekday = (day: Day): string => weekdayDate.format(atNoon(day)).replace(',', '')

/** The London day of a moment. */
export const londonDay = (instant: Instant): Day => dayParts.format(new Date(instant))

/** The moment at which London's clocks show this time on this day, on either side of a clock change. */
export function londonTime(day: Day, hour: number, minute: number): Date {
  const guess = Date.parse(`${day}T${two(hour)}:${two(minute)}:00Z`)
  // London is at most one hour ahead of UTC, so one look at its clock settles the offset.
  const shown = wallClock(new Date(guess))
  return new Date(guess - (shown - guess))
}

export const addDays = (day: Day, days: number): Day =>
  new Date(atNoon(day).getTime() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

/** D21: so many working days of England and Wales after a day, weekends and bank holidays left out. */
export function addWorkingDays(day: Day, workingDays: number): Day {
  let last = day
  for (let left = workingDays; left > 0; ) {
    last = addDays(last, 1)
    if (isWorkingDay(last)) left -= 1
  }
  return last
}

export const isWorkingDay = (day: Day): boolean =>
  ![0, 6].includes(weekday(day)) && !bankHolidays(Number(day.slice(0, 4))).includes(day)

/** The bank holidays of England and Wales of a year, by the standing rules; holidays proclaimed once are not known. */
export function bankHolidays(year: number): Day[] {
  const easter = easterSunday(year)
  const christmas = weekday(`${year}-12-25`)
  const newYear = weekday(`${year}-01-01`)
  return [
    newYear === 6 ? `${year}-01-03` : newYear === 0 ? `${year}-01-02` : `${year}-01-01`,
    addDays(easter, -2),
    addDays(easter, 1),
    onOrAfterMonday(`${year}-05-01`),
    addDays(onOrAfterMonday(`${year}-06-01`), -7),
    addDays(onOrAfterMonday(`${year}-09-01`), -7),
    // A Christmas or Boxing Day at a weekend is made up for on the next free weekdays.
    ...(christmas === 5 ? [`${year}-12-25`, `${year}-12-28`]
      : christmas === 6 ? [`${year}-12-27`, `${year}-12-28`]
      : christmas === 0 ? [`${year}-12-26`, `${year}-12-27`]
      : [`${year}-12-25`, `${year}-12-26`]),
  ]
}

const two = (number: number) => String(number).padStart(2, '0')
const atNoon = (day: Day) => new Date(`${day}T12:00:00Z`)
const weekday = (day: Day) => atNoon(day).getUTCDay()
const onOrAfterMonday = (day: Day) => addDays(day, (8 - weekday(day)) % 7)

const clockParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: LONDON, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit',
})
/** What London's clocks show, read as if it were UTC. */
function wallClock(instant: Date): number {
  const parts = Object.fromEntries(clockParts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return Date.parse(`${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:00Z`)
}

/** The Gregorian computus. */
function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const leapCenturies = Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30
  const weekOffset = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const fullMoonShift = Math.floor((golden + 11 * epact + 22 * weekOffset) / 451)
  const days = epact + weekOffset - 7 * fullMoonShift + 114
  return `${year}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`
}
