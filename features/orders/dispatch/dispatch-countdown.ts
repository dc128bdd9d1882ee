import { addDays, londonDay, londonTimeToInstant, type Day } from '#shop/dates/dates.ts'
import { DISPATCH_DEADLINE } from '#shop/constants.ts'

export type DispatchedOrder = { created_at: string; dispatch_day: Day | null }
export type DispatchCountdown =
  | { isOverdue: true; isUrgent: true; deadline: string }
  | { isOverdue: false; isUrgent: boolean; deadline: string; hours: number; minutes: number }

const MINUTE = 60_000

/**
 * Time left until 21:30 in London on the day after the order was placed, or on the dispatch day of an express
 * order. Returns whole hours and minutes, 'urgent' below three hours, or overdue.
 */
export function dispatchCountdown(
  { created_at, dispatch_day }: DispatchedOrder,
  now: Date,
): DispatchCountdown {
  const { daysAfterOrder, hour, minute, urgentBelowHours } = DISPATCH_DEADLINE
  const end = londonTimeToInstant(
    dispatch_day ?? addDays(londonDay(created_at), daysAfterOrder),
    hour,
    minute,
  )
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

/** Sort key by deadline, like dispatch_order() in the database, in milliseconds. */
export const dispatchOrder = ({ created_at, dispatch_day }: DispatchedOrder): number =>
  dispatch_day === null
    ? Date.parse(created_at)
    : londonTimeToInstant(addDays(dispatch_day, -1), 0, 0).getTime()
