import { addDays, formatDay, formatLondonTime, londonDay, type Instant } from './dates.ts'

/** In London: 'Today, 2:05 pm', 'Yesterday, …', 'Tomorrow, …', '3 March 2026, …'. */
export function formatRelativeDateTime(instant: Instant, now: Instant): string {
  const text = formatRelativeDateTimeInSentence(instant, now)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function formatRelativeDateTimeInSentence(instant: Instant, now: Instant): string {
  const [day, today] = [londonDay(instant), londonDay(now)]
  const relativeNames = {
    [today]: 'today',
    [addDays(today, -1)]: 'yesterday',
    [addDays(today, 1)]: 'tomorrow',
  }
  return `${relativeNames[day] ?? formatDay(day)}, ${formatLondonTime(instant)}`
}
