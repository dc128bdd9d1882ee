import { useState } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import { isPriced, type AnyOrderDetail, type OrderDetail } from '#features/orders/order.ts'
import {
  awaitsDispatch,
  cancelPermission,
  isOrderOpen,
  nextStatusAction,
} from '#features/orders/order-status.ts'
import { undoSecondsLeft } from '#features/orders/undo-window.ts'
import { MAX_CANCELLATION_NOTE_LENGTH } from '#shop/constants.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { CustomerNoteField } from './cancel-order-form.tsx'
import { CANCEL_ORDER_FORM_ID, type OrderActionResult } from './order-action-result.ts'
import { AskButton } from '#kit/admin/screen/ask-button.tsx'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { ShipTrackingFields } from '#features/orders/tracking/admin/tracking-panel.tsx'
import { DispatchCountdownTimer } from './dispatch-countdown.tsx'
import { MoveOrderButton } from './move-order-button.tsx'
import { UndoButton, useIsWithinTime } from './undo-button.tsx'

export function OrderActionsPanel({ order, now }: { order: AnyOrderDetail; now: string }) {
  const [params] = useSearchParams()
  // The link back to the list is kept across the page's own forms.
  const { state } = useLocation()
  const [isConfirming, setConfirming] = useState(false)
  const pendingIntent = useNavigation().formData?.get('intent')
  const step = nextStatusAction(order.status)
  const canUndo = useIsWithinTime(order, undoSecondsLeft(order.history, new Date(now)))
  const mayCancel = useHasPermission()('orders.cancel-any')
  const isCancellable = mayCancel && isPriced(order) && cancelPermission('detail', order.status) === 'yes'
  return (
    <section className="panel order-1 sm:max-lg:col-span-full" aria-labelledby="status-title">
      <h2 id="status-title" className="visually-hidden">
        What can be done
      </h2>
      <div className="panel-body actions">
        {/* Only the next transition may replace a clicked button, because it ignores early clicks. */}
        {(step || canUndo) && (
          <div className="step-place">
            {step && (
              <PostForm replace preventScrollReset state={state} className="grid gap-3">
                <input type="hidden" name="expected_status" value={order.status} />
                {step.to === 'shipped' && <ShipTrackingFields order={order} />}
                <MoveOrderButton step={step} className="w-full" pending={pendingIntent === 'move'} />
              </PostForm>
            )}
          </div>
        )}
        {canUndo && (
          <PostForm replace preventScrollReset state={state}>
            <input type="hidden" name="expected_status" value={order.status} />
            <UndoButton pending={pendingIntent === 'undo'} className="w-full" />
          </PostForm>
        )}
        {awaitsDispatch(order.status) && <DispatchCountdownTimer order={order} now={now} />}
        {order.cancellation && (
          <p>
            <span>{order.cancellation.reason}</span>
            <span className="block text-sm text-muted">{formatLondonDateTime(order.cancellation.at)}</span>
          </p>
        )}
        {order.actual_delivery && (
          <p>
            Delivered on
            <span className="block text-sm text-muted">{formatLondonDateTime(order.actual_delivery)}</span>
          </p>
        )}
        {isCancellable && params.get('ask') === 'cancel' && <CancelConfirmation order={order} />}
        {isCancellable && (
          <>
            <AskButton
              value="cancel"
              data-key="c"
              aria-keyshortcuts="c"
              className="button-cancel w-full"
              pending={pendingIntent === 'cancel'}
              pendingLabel="Cancelling..."
              onOpen={() => setConfirming(true)}
            >
              Cancel Order
            </AskButton>
            <Dialog
              open={isConfirming && isCancellable}
              onClose={() => setConfirming(false)}
              title={
                <>
                  Cancel order <OrderNumber id={order.id} />
                </>
              }
              initialFocus="title"
              footer={
                <div className="flex flex-wrap justify-end gap-2">
                  <Button
                    type="reset"
                    variant="quiet"
                    form={CANCEL_ORDER_FORM_ID}
                    onClick={() => setConfirming(false)}
                  >
                    Keep order
                  </Button>
                  <Button
                    type="submit"
                    form={CANCEL_ORDER_FORM_ID}
                    name="intent"
                    value="cancel"
                    variant="danger"
                  >
                    Cancel order
                  </Button>
                </div>
              }
            >
              <PostForm
                id={CANCEL_ORDER_FORM_ID}
                replace
                preventScrollReset
                state={state}
                className="grid gap-4"
                onSubmit={() => setConfirming(false)}
              >
                <CancelOrderFields order={order} />
              </PostForm>
            </Dialog>
          </>
        )}
      </div>
    </section>
  )
}

function CancelConfirmation({ order }: { order: OrderDetail }) {
  return (
    <PostForm action="?ask=cancel" className="grid gap-3">
      <h3>
        Cancel order <OrderNumber id={order.id} />
      </h3>
      <CancelOrderFields order={order} />
      <div className="flex gap-2">
        <Button type="submit" name="intent" value="cancel" variant="danger">
          Cancel order
        </Button>
        <Link to={`/admin/orders/${order.id}`} className="button button-quiet" data-drops-entries>
          Keep order
        </Link>
      </div>
    </PostForm>
  )
}

function CancelOrderFields({ order }: { order: OrderDetail }) {
  const { values } = useActionResult<OrderActionResult>() ?? {}
  const typed = values?.['intent'] === 'cancel' ? values : undefined
  return (
    <>
      <input type="hidden" name="expected_status" value={order.status} />
      <p>
        {`${order.shipping_address.full_name}, ${formatPounds(order.total_amount)}. ${isOrderOpen(order.status) ? adminOrderMessages.cancelGivesStockBack : adminOrderMessages.cancelKeepsDeliveredGoods}`}
      </p>
      <TextArea
        label="Note (optional)"
        name="reason"
        hint={adminOrderMessages.reasonHint}
        rows={2}
        maxLength={MAX_CANCELLATION_NOTE_LENGTH}
        defaultValue={typed?.['reason']}
      />
      <CustomerNoteField defaultValue={typed?.['customer_note']} />
    </>
  )
}
