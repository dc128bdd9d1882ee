import { useState } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import { forwardAction, mayCancel, type OrderDetail } from '#shop/orders/order.ts'
import { undoSecondsLeft } from '#shop/orders/dispatch/undo-window.ts'
import { CANCELLATION_NOTE_MAX_LENGTH } from '#shop/constants.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { CustomerNoteField } from './cancel-order-form.tsx'
import { CANCEL_FORM_ID } from './order-action-result.ts'
import { OrderNumber } from '#web/admin/orders/order-number.tsx'
import { OrderCountdown } from './dispatch-countdown.tsx'
import { StepButton } from './move-order-button.tsx'
import { UndoButton, useTimeLeft } from './undo-button.tsx'

/** What can be done to the order now (§4), and how long there is to send it (§9). */
export function OrderActions({ order, now }: { order: OrderDetail; now: string }) {
  const [params] = useSearchParams()
  // The way back to the list is handed on over the page's own steps.
  const { state } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const sending = useNavigation().formData?.get('intent')
  const step = forwardAction(order.status)
  const canUndo = useTimeLeft(order, undoSecondsLeft(order.history, new Date(now)))
  const isToSend = order.status === 'pending' || order.status === 'processing'
  const canCancel = mayCancel('detail', order.status) === 'yes'
  return (
    <section className="panel actions-panel" aria-labelledby="status-title">
      <h2 id="status-title" className="visually-hidden">
        What can be done
      </h2>
      <div className="panel-body actions">
        {/* Nothing takes the place of a step that was pressed just now but the next one, which waits. */}
        {(step || canUndo) && (
          <div className="step-place">
            {step && (
              <Form method="post" replace preventScrollReset state={state}>
                <FormOwner />
                <input type="hidden" name="expected_status" value={order.status} />
                <StepButton step={step} className="w-full" pending={sending === 'move'} />
              </Form>
            )}
          </div>
        )}
        {canUndo && (
          <Form method="post" replace preventScrollReset state={state}>
            <FormOwner />
            <input type="hidden" name="expected_status" value={order.status} />
            <UndoButton pending={sending === 'undo'} className="w-full" />
          </Form>
        )}
        {isToSend && <OrderCountdown createdAt={order.created_at} now={now} />}
        {order.cancellation && (
          <p>
            {order.cancellation.reason}
            <span className="block text-sm text-muted">{formatLondonDateTime(order.cancellation.at)}</span>
          </p>
        )}
        {order.actual_delivery && (
          <p>
            Delivered on
            <span className="block text-sm text-muted">{formatLondonDateTime(order.actual_delivery)}</span>
          </p>
        )}
        {canCancel && params.get('ask') === 'cancel' && <CancelQuestion order={order} />}
        {canCancel && (
          <>
            <form method="get">
              <Button
                type="submit"
                name="ask"
                value="cancel"
                data-key="c"
                aria-keyshortcuts="c"
                className="button-cancel w-full"
                pending={sending === 'cancel'}
                pendingLabel="Cancelling..."
                onClick={(event) => {
                  event.preventDefault()
                  setAsking(true)
                }}
              >
                Cancel Order
              </Button>
            </form>
            <Dialog
              open={isAsking && canCancel}
              onClose={() => setAsking(false)}
              title={<>Cancel order <OrderNumber id={order.id} /></>}
              startsAt="title"
              footer={
                <div className="flex flex-wrap justify-end gap-2">
                  <Button variant="quiet" onClick={() => setAsking(false)}>
                    Keep order
                  </Button>
                  <Button type="submit" form={CANCEL_FORM_ID} name="intent" value="cancel" variant="danger">
                    Cancel order
                  </Button>
                </div>
              }
            >
              <Form
                id={CANCEL_FORM_ID}
                method="post"
                replace
                preventScrollReset
                state={state}
                className="grid gap-4"
                onSubmit={() => setAsking(false)}
              >
                <FormOwner />
                <CancelWords order={order} />
              </Form>
            </Dialog>
          </>
        )}
      </div>
    </section>
  )
}

/** The same question as part of the page, for a browser in which no script has run. */
function CancelQuestion({ order }: { order: OrderDetail }) {
  return (
    <Form method="post" action={`/admin/orders/${order.id}`} className="grid gap-3">
      <FormOwner />
      <h3>
        Cancel order <OrderNumber id={order.id} />
      </h3>
      <CancelWords order={order} />
      <div className="flex gap-2">
        <Button type="submit" name="intent" value="cancel" variant="danger">
          Cancel order
        </Button>
        <Link to={`/admin/orders/${order.id}`} className="button button-quiet">
          Keep order
        </Link>
      </div>
    </Form>
  )
}

function CancelWords({ order }: { order: OrderDetail }) {
  return (
    <>
      <input type="hidden" name="expected_status" value={order.status} />
      <p>
        {order.shipping_address.full_name}, {formatPounds(order.total_amount)}.{' '}
        {order.status === 'delivered' ? orderOffice.cancelKeepsDeliveredGoods : orderOffice.cancelGivesStockBack}
      </p>
      <TextArea label="Note (optional)" name="reason" hint={orderOffice.reasonHint} rows={2} maxLength={CANCELLATION_NOTE_MAX_LENGTH} />
      <CustomerNoteField />
    </>
  )
}
