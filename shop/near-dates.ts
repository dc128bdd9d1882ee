import { addDays, formatDay, formatLondonTime, londonDay, type Instant } from './dates.ts'

/** A moment with its London day by name where that is near: 'Today, 2:05 pm', 'Yesterday, …', 'Tomorrow, …', '3 March 2026, …'. */
export function formatNearDateTime(instant: Instant, now: Instant): string {
  const [day, today] = [londonDay(instant), londonDay(now)]
  const near = { [today]: 'Today', [addDays(today, -1)]: 'Yesterday', [addDays(today, 1)]: 'Tomorrow' }
  return `${near[day] ?? formatDay(day)}, ${formatLondonTime(instant)}`
}
