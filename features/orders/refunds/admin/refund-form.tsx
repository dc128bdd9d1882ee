import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import type { OrderDetail } from '#features/orders/order.ts'
import { isRefundable } from '#features/orders/refunds/refund.ts'
import { adminRefundMessages } from '#features/orders/refunds/admin-refund-messages.ts'
import { lastOrderChangeLabel } from '#features/orders/admin/order/edit-order-result.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { AskButton } from '#kit/admin/screen/ask-button.tsx'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import {
  emptyRefundDraft,
  parseRefundDraft,
  toRefundBase,
  type RefundBase,
  type RefundDraft,
} from './refund-draft.ts'
import { RefundFields } from './refund-fields.tsx'
import { refundFetcherKey, type RefundActionResult } from './refund-result.ts'

const FORM_ID = 'refund-order'

type RefundDialogProps = {
  order: OrderDetail
  /** Idempotency key of the next refund. */
  refundKey: string
  newer: OrderDetail | null
  now: string
}

export function RefundDialog({ order, refundKey, newer, now }: RefundDialogProps) {
  const fetcher = useFetcher<RefundActionResult>({ key: refundFetcherKey(order.id) })
  const [isOpen, setOpen] = useState(false)
  const [base, setBase] = useState<RefundBase>(() => toRefundBase(order, refundKey))
  const [draft, setDraft] = useState<RefundDraft>(emptyRefundDraft)
  const [handledResult, setHandledResult] = useState<RefundActionResult>()
  const [dismissedResult, setDismissedResult] = useState<RefundActionResult>()
  const actionResult = fetcher.state === 'submitting' ? undefined : fetcher.data

  const open = () => {
    if (base.version !== order.version) setBase(toRefundBase(order, refundKey))
    if (handledResult?.kind === 'done') setDraft(emptyRefundDraft)
    setDismissedResult(handledResult)
    setOpen(true)
  }
  if (actionResult && actionResult !== handledResult) {
    setHandledResult(actionResult)
    if (actionResult.kind === 'done') setOpen(false)
    if (actionResult.base) setBase(actionResult.base)
    if (actionResult.draft) setDraft(actionResult.draft)
  }
  const visibleResult = actionResult === dismissedResult ? undefined : actionResult
  const refund = parseRefundDraft(base, draft)
  const close = () => setOpen(false)
  return (
    <>
      {isRefundable(order) && (
        <AskButton value="refund" variant="outline" size="small" onOpen={open}>
          Refund
        </AskButton>
      )}
      <Dialog
        open={isOpen}
        onClose={close}
        title={
          <>
            Refund order <OrderNumber id={order.id} />
          </>
        }
        initialFocus="field"
        className="edit-dialog"
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={close}>
              Close
            </Button>
            <Button
              type="submit"
              form={FORM_ID}
              name="intent"
              value="refund"
              pending={fetcher.state !== 'idle'}
              pendingLabel="Refunding..."
            >
              {adminRefundMessages.button(refund?.amount ?? null)}
            </Button>
          </div>
        }
      >
        <PostForm by={fetcher.Form} id={FORM_ID} noValidate>
          {newer && newer.version > base.version && (
            <Notice
              tone="warning"
              className="mb-3 flex flex-wrap items-center justify-between gap-y-2 gap-x-4"
            >
              <p>{lastOrderChangeLabel(newer, now)}</p>
              <Button size="small" variant="outline" onClick={() => setBase(toRefundBase(newer, base.key))}>
                Show
              </Button>
            </Notice>
          )}
          <RefundFields
            base={base}
            draft={draft}
            onChange={setDraft}
            actionResult={visibleResult?.kind === 'done' ? undefined : visibleResult}
          />
        </PostForm>
      </Dialog>
      {/* Rendered after the dialog, which returns the focus to its opener on closing. */}
      {visibleResult?.kind === 'done' && <RefundDone message={visibleResult.message ?? ''} />}
    </>
  )
}

/** Takes the focus, because the button that opened the dialog may be gone. */
function RefundDone({ message }: { message: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [message])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="success">{message}</Notice>
    </div>
  )
}

/** The form for browsers without scripts. */
export function RefundPanel({
  order,
  refundKey,
  actionResult,
}: {
  order: OrderDetail
  refundKey: string
  actionResult: RefundActionResult | undefined
}) {
  const base = actionResult?.base ?? toRefundBase(order, refundKey)
  const [draft, setDraft] = useState<RefundDraft>(() => actionResult?.draft ?? emptyRefundDraft)
  const path = useLocation().pathname
  return (
    <section className="panel mb-4" aria-labelledby="refund-title">
      <h2 id="refund-title">
        Refund order <OrderNumber id={order.id} />
      </h2>
      <PostForm noValidate className="panel-body">
        <RefundFields base={base} draft={draft} onChange={setDraft} actionResult={actionResult} />
        <div className="mt-4 flex gap-2">
          <Button type="submit" name="intent" value="refund">
            {adminRefundMessages.button(parseRefundDraft(base, draft)?.amount ?? null)}
          </Button>
          <Link to={path} className="button button-quiet">
            Close
          </Link>
        </div>
      </PostForm>
    </section>
  )
}
