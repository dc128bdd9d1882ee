import { addDays, londonDay, londonTimeToInstant } from '#shop/dates/dates.ts'
import { DISPATCH_DEADLINE } from '#shop/constants.ts'

export type DispatchCountdown =
  | { isOverdue: true; isUrgent: true; deadline: string }
  | { isOverdue: false; isUrgent: boolean; deadline: string; hours: number; minutes: number }

const MINUTE = 60_000

/**
 * How long is left to send an order: until 21:30 London time on the day after it was placed.
 * Takes the instant of placing (ISO) and the present; gives whole hours and minutes left, 'urgent' below three hours,
 * and overdue once the deadline has passed.
 */
export function dispatchCountdown(createdAt: string, now: Date): DispatchCountdown {
  const { daysAfterOrder, hour, minute, urgentBelowHours } = DISPATCH_DEADLINE
  const end = londonTimeToInstant(addDays(londonDay(createdAt), daysAfterOrder), hour, minute)
  const deadline = end.toISOString()
  const left = end.getTime() - now.getTime()
  if (left < 0) return { isOverdue: true, isUrgent: true, deadline }
  const minutes = Math.floor(left / MINUTE)
  return {
    isOverdue: false,
    isUrgent: left < urgentBelowHours * 60 * MINUTE,
    deadline,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  }
}
