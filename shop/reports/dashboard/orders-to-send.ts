import { addDays, londonDay, londonTimeToInstant, type Day } from '#shop/dates/dates.ts'
import { dispatchCountdown, type DispatchCountdown } from '#shop/orders/dispatch/dispatch-countdown.ts'
import { DISPATCH_DEADLINE, type OrderStatus } from '#shop/constants.ts'

/** An order that has to be sent, as the dashboard lists it. */
export type OrderToSend = {
  id: string
  status: Extract<OrderStatus, 'pending' | 'processing'>
  created_at: string
  total_amount: number
  full_name: string
  post_code: string
  quantity: number
}

export type OrdersToSend = {
  /** The first few, by deadline. */
  orders: OrderToSend[]
  /** Ids by deadline of as many as their slips are printed at once. */
  slips: string[]
  pending: number
  processing: number
  overdue: number
  /** To be sent by the next deadline, those overdue left out. */
  due: number
  /** The next deadline. */
  deadline: string
}

/**
 * The next deadline as a moment, and the London day whose orders it is for. Orders of earlier days are overdue.
 */
export function nextDeadline(now: Date): { deadline: Date; placedOn: Day } {
  const { daysAfterOrder, hour, minute } = DISPATCH_DEADLINE
  const today = londonDay(now)
  const todaysDeadline = londonTimeToInstant(today, hour, minute)
  const day = now.getTime() <= todaysDeadline.getTime() ? today : addDays(today, 1)
  return { deadline: londonTimeToInstant(day, hour, minute), placedOn: addDays(day, -daysAfterOrder) }
}

/** What is left until the next deadline where each of the orders has that one, so that it can be said once; otherwise null. */
export function commonCountdown({ orders, deadline }: Pick<OrdersToSend, 'orders' | 'deadline'>, now: Date): DispatchCountdown | null {
  const countdowns = orders.map(({ created_at }) => dispatchCountdown(created_at, now))
  const isShared = countdowns.every((each) => !each.isOverdue && each.deadline === deadline)
  return isShared ? (countdowns[0] ?? null) : null
}
