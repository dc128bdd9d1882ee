import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { DispatchedOrder } from '#features/orders/dispatch/dispatch-countdown.ts'
import { dispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import { formatCountdown } from './format-countdown.ts'
import { useServerTime } from '#kit/admin/live/use-server-time.ts'

export function DispatchCountdownTimer({ order, now }: { order: DispatchedOrder; now: string }) {
  const countdown = dispatchCountdown(order, useServerTime(now))
  return (
    <div>
      <p
        className="countdown"
        data-urgent={countdown.isUrgent || undefined}
        role="timer"
        aria-label="Time left to send this order"
      >
        <span>{formatCountdown(countdown)}</span>
        {countdown.isUrgent && !countdown.isOverdue && <span className="badge badge-laterite">Urgent</span>}
      </p>
      <p className="text-sm text-muted">{`Send by ${formatLondonDateTime(countdown.deadline)}`}</p>
    </div>
  )
}
