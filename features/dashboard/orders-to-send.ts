import { addDays, londonDay, londonTimeToInstant, type Day } from '#shop/dates/dates.ts'
import type { DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { dispatchCountdown, type DispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import { DISPATCH_DEADLINE } from '#shop/constants.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'

export type OrderToSend = {
  id: string
  status: Extract<OrderStatus, 'pending' | 'processing'>
  created_at: string
  dispatch_day: Day | null
  delivery_service: DeliveryService
  total_amount: number
  full_name: string
  post_code: string
  country: string
  phone: string
  has_recalled: boolean
  quantity: number
}

export type OrdersToSend = {
  orders: OrderToSend[]
  slips: string[]
  pending: number
  processing: number
  overdue: number
  due: number
  deadline: string
}

/** Includes the London day whose standard orders are due then; those of earlier days are overdue. */
export function nextDeadline(now: Date): { deadline: Date; placedOn: Day } {
  const { daysAfterOrder, hour, minute } = DISPATCH_DEADLINE
  const today = londonDay(now)
  const deadlineToday = londonTimeToInstant(today, hour, minute)
  const day = now.getTime() <= deadlineToday.getTime() ? today : addDays(today, 1)
  return { deadline: londonTimeToInstant(day, hour, minute), placedOn: addDays(day, -daysAfterOrder) }
}

/** The countdown if all orders have the next deadline, so that it is shown once; otherwise null. */
export function commonCountdown(
  { orders, deadline }: Pick<OrdersToSend, 'orders' | 'deadline'>,
  now: Date,
): DispatchCountdown | null {
  const countdowns = orders.map((order) => dispatchCountdown(order, now))
  const isShared = countdowns.every((each) => !each.isOverdue && each.deadline === deadline)
  return isShared ? (countdowns[0] ?? null) : null
}
