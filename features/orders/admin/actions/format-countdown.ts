import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import type { DispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'

export const formatCountdown = (countdown: DispatchCountdown): string =>
  countdown.isOverdue ? adminOrderMessages.overdue : `${countdown.hours} h ${countdown.minutes} min left`
