import { useEffect, useState, type ReactNode } from 'react'
import { Form, useFetcher } from 'react-router'
import { shortId } from '#shop/orders/order.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { CloseIcon } from '#web/ui/display/icons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { fetcherKeyOf, type OrderAnswer } from '#web/admin/order-actions/order-action-result.ts'
import { ORDERS_PATH } from './order-list-url.ts'
import { UndoButton } from '#web/admin/order-actions/undo-button.tsx'

const DONE_SHOWN_MILLISECONDS = 6_000
const SHOWN_AT_ONCE = 3

/** What became of the actions of this visit to the list, newest last. The order's row may be gone by then. */
export function OrderOutcomes({ orderIds }: { orderIds: readonly string[] }) {
  return (
    <div className="outcomes" aria-live="polite">
      {orderIds.slice(-SHOWN_AT_ONCE).map((id) => (
        <FetchedOutcome key={id} orderId={id} />
      ))}
    </div>
  )
}

function FetchedOutcome({ orderId }: { orderId: string }) {
  const { data, state } = useFetcher<OrderAnswer>({ key: fetcherKeyOf(orderId) })
  const [closed, setClosed] = useState<OrderAnswer>()
  const isDone = data?.kind === 'done'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setClosed(data), DONE_SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [isDone, data])
  // A reason that is missing is said at its field, in the dialog.
  if (!data || data === closed || data.errors || state === 'submitting') return null
  return (
    <div className="outcome" data-tone={isDone ? undefined : 'error'} role={isDone ? undefined : 'alert'}>
      <div>
        <OutcomeWords answer={data} />
      </div>
      <button type="button" className="button button-quiet button-icon" aria-label="Dismiss" onClick={() => setClosed(data)}>
        <CloseIcon />
      </button>
    </div>
  )
}

/** The answer to a form that was sent before scripts ran: it stands above the list. */
export function OrderOutcome({ answer }: { answer: OrderAnswer }): ReactNode {
  if (answer.errors) return null
  return (
    <Notice tone={answer.kind === 'done' ? 'success' : 'error'} className="mb-3">
      <OutcomeWords answer={answer} />
      {answer.is_undoable && (
        <Form method="post">
          <FormOwner />
          <input type="hidden" name="order_id" value={answer.order_id} />
          <input type="hidden" name="expected_status" value={answer.status} />
          <UndoButton />
        </Form>
      )}
    </Notice>
  )
}

function OutcomeWords({ answer }: { answer: OrderAnswer }) {
  return (
    <>
      {answer.order_id && (
        <ShopLink to={`${ORDERS_PATH}/${answer.order_id}`} className="link order-id">
          {shortId(answer.order_id)}
        </ShopLink>
      )}{' '}
      {answer.message} {answer.detail}
    </>
  )
}
