import { addDays, formatDay, formatLondonTime, londonDay, type Instant } from './dates.ts'

/** A moment with its London day by name where that is near: 'Today, 2:05 pm', 'Yesterday, …', 'Tomorrow, …', '3 March 2026, …'. */
export function formatNearDateTime(instant: Instant, now: Instant): string {
  const words = formatNearDateTimeWithin(instant, now)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same in the middle of a sentence: 'tomorrow, 9:30 pm'. */
export function formatNearDateTimeWithin(instant: Instant, now: Instant): string {
  const [day, today] = [londonDay(instant), londonDay(now)]
  const near = { [today]: 'today', [addDays(today, -1)]: 'yesterday', [addDays(today, 1)]: 'tomorrow' }
  return `${near[day] ?? formatDay(day)}, ${formatLondonTime(instant)}`
}
