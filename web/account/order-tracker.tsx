import { formatLondonDate, formatLondonDateTime, formatWeekday } from '#shop/dates.ts'
import { messages, orderStatusNames } from '#shop/messages.ts'
import { showsExpectedDelivery, trackerSteps, type OrderSummary } from '#shop/orders/order.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TickIcon } from '#web/ui/icons.tsx'

/** How far an order has come (§4): words and shapes say it, colour only repeats it. */
export function OrderTracker({ order }: { order: OrderSummary }) {
  const { status, estimated_delivery, actual_delivery, cancellation } = order
  if (status === 'cancelled') {
    return (
      <p className="notice notice-error">
        <strong className="notice-title">{messages.orderCancelled}</strong>
        {cancellation && (
          <>
            {' '}
            on <time dateTime={cancellation.at}>{formatLondonDateTime(cancellation.at)}</time>
            <span className="block text-sm text-muted">{cancellation.reason}</span>
          </>
        )}
      </p>
    )
  }
  return (
    <div>
      <ol aria-label="Order progress" className="flex">
        {trackerSteps(status).map(({ name, isDone, isCurrent }, place) => (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'relative grid flex-1 justify-items-center gap-2 text-center text-xs sm:text-sm',
              isCurrent ? 'font-semibold' : !isDone && 'text-muted',
            )}
          >
            {place > 0 && (
              <span
                aria-hidden="true"
                className={classNames('absolute top-3.5 right-1/2 h-0.5 w-full', isDone ? 'bg-forest' : 'bg-line')}
              />
            )}
            <StepMark isDone={isDone} isCurrent={isCurrent && name !== 'delivered'} />
            <span>
              {orderStatusNames[name]}
              {isDone && !isCurrent && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-5">
        {actual_delivery ? (
          <>
            Delivered on <strong>{formatLondonDate(actual_delivery)}</strong>
          </>
        ) : (
          showsExpectedDelivery(status) && (
            <>
              Expected delivery <strong>{formatWeekday(estimated_delivery)}</strong>
            </>
          )
        )}
      </p>
    </div>
  )
}

/** Done, or arrived: a filled disc with a tick. Here now: a ring around a dot. To come: an empty ring. */
function StepMark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative z-1 grid size-7 place-items-center rounded-full border-2',
        isDone && !isCurrent ? 'border-forest bg-forest text-paper' : 'bg-white',
        isCurrent ? 'border-forest' : !isDone && 'border-edge',
      )}
    >
      {isDone && !isCurrent && <TickIcon width="16" height="16" />}
      {isCurrent && <span className="size-3 rounded-full bg-forest" />}
    </span>
  )
}
