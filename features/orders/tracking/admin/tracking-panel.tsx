import { useLocation } from 'react-router'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import { isPriced, type AnyOrderDetail } from '#features/orders/order.ts'
import { findTracking } from '#features/orders/tracking/carriers.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import type { OrderActionResult } from '#features/orders/admin/actions/order-action-result.ts'
import { TrackingFields } from './tracking-fields.tsx'
import type { TrackingActionResult } from './tracking-result.ts'

/** The tracking number of a shipped order, which can be added or corrected, or of a delivered or cancelled one. */
export function TrackingPanel({ order }: { order: AnyOrderDetail }) {
  const result = useTrackingResult()
  const { state } = useLocation()
  const tracking = findTracking(order)
  // Packers can read the number, and enter it when they ship.
  const isEditable = order.status === 'shipped' && isPriced(order)
  if (!tracking && !isEditable && !result) return null
  return (
    <section className="panel tracking-panel order-3" aria-labelledby="tracking-title">
      <h2 id="tracking-title">{trackingMessages.title}</h2>
      <div className="panel-body grid gap-3">
        {result?.message && (
          <Notice tone={result.kind === 'done' ? 'success' : 'error'}>{result.message}</Notice>
        )}
        {tracking && (
          <p className="wrap-anywhere">
            <span>{tracking.carrierName}</span> <span className="font-semibold">{tracking.number}</span>
            {tracking.url && (
              <a href={tracking.url} className="link block" rel="noreferrer">
                {trackingMessages.follow}
              </a>
            )}
          </p>
        )}
        {isEditable && (
          <PostForm
            key={order.version}
            replace
            preventScrollReset
            noValidate
            state={state}
            className="grid gap-3"
          >
            <input type="hidden" name="version" value={order.version} />
            <TrackingFields
              order={order}
              hint={tracking ? trackingMessages.emptyRemoves : ''}
              errors={result?.errors}
              values={result?.values}
            />
            <SendButton
              intent="tracking"
              variant="outline"
              size="small"
              className="justify-self-start"
              pendingLabel="Saving..."
            >
              {trackingMessages.save}
            </SendButton>
          </PostForm>
        )}
      </div>
    </section>
  )
}

/** Shown beside the Ship button. */
export function ShipTrackingFields({ order }: { order: AnyOrderDetail }) {
  const result = useActionResult<TrackingActionResult | OrderActionResult>()
  const refused = result && !('intent' in result) ? result : undefined
  return (
    <TrackingFields
      order={order.undone_tracking ?? order}
      hint={trackingMessages.optional}
      errors={refused?.errors}
      values={refused?.values}
    />
  )
}

function useTrackingResult(): TrackingActionResult | undefined {
  const result = useActionResult<TrackingActionResult>()
  return result && 'intent' in result && result.intent === 'tracking' ? result : undefined
}
