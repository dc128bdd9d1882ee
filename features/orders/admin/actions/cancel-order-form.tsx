import { useState, type FormEvent } from 'react'
import { Link, useFetcher } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { OrderRow } from '#features/orders/order.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { CANCEL_ORDER_FORM_ID, orderFetcherKey, type OrderActionResult } from './order-action-result.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { orderListPath, type OrderListView } from '#features/orders/admin/list/order-list-url.ts'

type CancelOrderDialogProps = {
  order: OrderRow
  isOpen: boolean
  onClose: () => void
  onOrderAction: (orderId: string) => void
}

/** One dialog for all orders of the list: entries for an order are restored when it is opened for that order again. */
export function CancelOrderDialog({ order, isOpen, onClose, onOrderAction }: CancelOrderDialogProps) {
  const fetcher = useFetcher<OrderActionResult>({ key: orderFetcherKey(order.id) })
  const [sentFor, setSentFor] = useState<string>()
  const [reasonMissingFor, setReasonMissingFor] = useState<string>()
  const [typed] = useState(() => new Map<string, Record<string, string>>())
  // The row shares this fetcher, so results of status transitions must be ignored.
  const actionResult = sentFor === order.id && fetcher.state !== 'submitting' ? fetcher.data : undefined
  const isSettled =
    actionResult?.kind === 'done' || (actionResult?.kind === 'refused' && !actionResult.errors)
  // A result without `kind` comes from the browser after a network error.
  const failureMessage =
    actionResult && actionResult.kind !== 'done' && actionResult.kind !== 'refused'
      ? actionResult.message
      : undefined
  const close = () => {
    setSentFor(undefined)
    onClose()
  }
  const keepOrder = () => {
    typed.delete(order.id)
    close()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('reason') as HTMLTextAreaElement
    const isMissing = trimWhiteSpace(field.value) === ''
    setReasonMissingFor(isMissing ? order.id : undefined)
    if (isMissing) {
      event.preventDefault()
      field.focus()
      return
    }
    setSentFor(order.id)
    onOrderAction(order.id)
  }
  const error =
    reasonMissingFor === order.id ? messages.cancellationReasonMissing : actionResult?.errors?.reason
  return (
    <Dialog
      open={isOpen && !isSettled}
      onClose={close}
      title={
        <>
          Cancel order <OrderNumber id={order.id} />
        </>
      }
      initialFocus="field"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="reset" variant="quiet" form={CANCEL_ORDER_FORM_ID} onClick={keepOrder}>
            Keep order
          </Button>
          <Button
            type="submit"
            form={CANCEL_ORDER_FORM_ID}
            name="intent"
            value="cancel"
            variant="danger"
            pending={fetcher.state !== 'idle'}
            pendingLabel="Cancelling..."
          >
            Cancel order
          </Button>
        </div>
      }
    >
      <PostForm
        id={CANCEL_ORDER_FORM_ID}
        navigate={false}
        fetcherKey={orderFetcherKey(order.id)}
        noValidate
        onSubmit={submit}
        onInput={({ currentTarget }) => typed.set(order.id, textsOf(currentTarget))}
        className="grid gap-4"
      >
        {failureMessage && <Notice tone="error">{failureMessage}</Notice>}
        <ListCancelFields key={order.id} order={order} error={error} values={typed.get(order.id)} />
      </PostForm>
    </Dialog>
  )
}

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )

type CancelOrderPanelProps = {
  order: OrderRow
  actionResult: OrderActionResult | undefined
  view: OrderListView
}

export function CancelOrderPanel({ order, actionResult, view }: CancelOrderPanelProps) {
  const backTo = orderListPath(view)
  return (
    <section className="panel mb-4" aria-labelledby="cancel-title">
      <h2 id="cancel-title">
        Cancel order <OrderNumber id={order.id} />
      </h2>
      <PostForm noValidate className="panel-body grid max-w-xl gap-4">
        <ListCancelFields order={order} error={actionResult?.errors?.reason} values={actionResult?.values} />
        <div className="flex gap-2">
          <Button type="submit" name="intent" value="cancel" variant="danger">
            Cancel order
          </Button>
          <Link to={backTo} className="button button-quiet" data-drops-entries>
            Keep order
          </Link>
        </div>
      </PostForm>
    </section>
  )
}

type ListCancelFieldsProps = {
  order: OrderRow
  error?: string | undefined
  values?: OrderActionResult['values']
}

function ListCancelFields({ order, error, values }: ListCancelFieldsProps) {
  return (
    <>
      <input type="hidden" name="order_id" value={order.id} />
      <input type="hidden" name="expected_status" value={order.status} />
      <p>
        {`${order.full_name}, ${formatPounds(order.total_amount)}. ${adminOrderMessages.cancelGivesStockBack}`}
      </p>
      <TextArea
        label="Reason"
        name="reason"
        hint={adminOrderMessages.reasonHint}
        error={error}
        required
        rows={3}
        maxLength={MAX_CANCELLATION_NOTE_LENGTH}
        defaultValue={values?.reason}
      />
      <CustomerNoteField defaultValue={values?.customer_note} />
    </>
  )
}

export function CustomerNoteField({
  defaultValue,
  hint = adminOrderMessages.customerNoteHint,
}: {
  defaultValue?: string | undefined
  hint?: string
}) {
  return (
    <TextArea
      label={adminOrderMessages.customerNote}
      name="customer_note"
      hint={hint}
      rows={3}
      maxLength={MAX_CUSTOMER_NOTE_LENGTH}
      defaultValue={defaultValue}
    />
  )
}
