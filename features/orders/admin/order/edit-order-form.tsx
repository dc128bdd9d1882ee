import { useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { type OrderDetail } from '#features/orders/order.ts'
import { isOrderOpen } from '#features/orders/order-status.ts'
import { AskButton } from '#kit/admin/screen/ask-button.tsx'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import {
  isEditSaved,
  lastOrderChangeLabel,
  editFetcherKey,
  type OrderChanges,
  type OrderEditActionResult,
} from './edit-order-result.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { EditOrderFields } from './edit-order-fields.tsx'
import {
  toBaseOrder,
  mergeOrderDraft,
  listOrderDifferences,
  toOrderDraft,
  areDraftsEqual,
  type BaseOrder,
  type OrderDraft,
} from './order-draft.ts'

const FORM_ID = 'edit-order'

/** The base version is posted, so that conflicting changes are shown before they are overwritten. */
export function EditOrderDialog({
  order,
  newer,
  now,
}: {
  order: OrderDetail
  newer: OrderDetail | null
  now: string
}) {
  const fetcher = useFetcher<OrderEditActionResult>({ key: editFetcherKey(order.id) })
  const [isOpen, setOpen] = useState(false)
  const [base, setBase] = useState<BaseOrder>(() => toBaseOrder(order))
  const [draft, setDraft] = useState<OrderDraft>(() => toOrderDraft(order))
  const [handledResult, setHandledResult] = useState<OrderEditActionResult>()
  const [dismissedResult, setDismissedResult] = useState<OrderEditActionResult>()
  const [shownChanges, setShownChanges] = useState<OrderChanges>()
  const actionResult = fetcher.state === 'submitting' ? undefined : fetcher.data

  const open = () => {
    if (base.version !== order.version) {
      const isSaved = isEditSaved(handledResult) && handledResult !== dismissedResult
      setDraft(isSaved ? toOrderDraft(order) : mergeOrderDraft(draft, base, order))
      setBase(toBaseOrder(order))
      setDismissedResult(handledResult)
      setShownChanges(undefined)
    }
    setOpen(true)
  }
  if (actionResult && actionResult !== handledResult) {
    setHandledResult(actionResult)
    if (isEditSaved(actionResult)) setOpen(false)
    if (actionResult.base) setBase(actionResult.base)
    if ((actionResult.base || actionResult.kind === 'refused') && actionResult.draft)
      setDraft(actionResult.draft)
  }

  const showNewer = (latest: OrderDetail) => {
    setShownChanges({ by: lastOrderChangeLabel(latest, now), lines: listOrderDifferences(base, latest) })
    setDraft(mergeOrderDraft(draft, base, latest))
    setBase(toBaseOrder(latest))
    setDismissedResult(actionResult)
  }
  const visibleResult =
    actionResult === dismissedResult || isEditSaved(actionResult) ? undefined : actionResult
  const isEditable = isOrderOpen(base.status)
  const isPending = fetcher.state !== 'idle'
  const close = () => setOpen(false)
  return (
    <>
      {isOrderOpen(order.status) && (
        <AskButton
          value="edit"
          variant="outline"
          size="small"
          data-key="e"
          aria-keyshortcuts="e"
          onOpen={open}
        >
          Edit order
        </AskButton>
      )}
      <Dialog
        open={isOpen}
        onClose={close}
        title={
          <>
            Edit order <OrderNumber id={order.id} />
          </>
        }
        initialFocus="field"
        className="edit-dialog"
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            {isEditable && !areDraftsEqual(draft, toOrderDraft(base)) && (
              <Button
                variant="quiet"
                form={FORM_ID}
                data-drops-entries
                onClick={() => setDraft(toOrderDraft(base))}
              >
                Undo changes
              </Button>
            )}
            <Button variant="quiet" onClick={close}>
              Close
            </Button>
            {isEditable && (
              <Button
                type="submit"
                form={FORM_ID}
                name="intent"
                value="edit"
                pending={isPending}
                pendingLabel="Saving..."
              >
                Save changes
              </Button>
            )}
          </div>
        }
      >
        <PostForm by={fetcher.Form} id={FORM_ID} noValidate>
          <input type="hidden" name="intent" value="edit" />
          {newer && newer.version > base.version && !visibleResult?.changes && (
            <Notice
              tone="warning"
              className="mb-3 flex flex-wrap items-center justify-between gap-y-2 gap-x-4"
            >
              <p>{lastOrderChangeLabel(newer, now)}</p>
              <Button size="small" variant="outline" onClick={() => showNewer(newer)}>
                Show
              </Button>
            </Notice>
          )}
          <EditOrderFields
            base={base}
            draft={draft}
            onChange={setDraft}
            actionResult={visibleResult ?? (shownChanges && { changes: shownChanges })}
          />
        </PostForm>
      </Dialog>
    </>
  )
}

export function EditOrderPanel({
  order,
  actionResult,
}: {
  order: OrderDetail
  actionResult: OrderEditActionResult | undefined
}) {
  const base = actionResult?.base ?? toBaseOrder(order)
  const [draft, setDraft] = useState<OrderDraft>(() => actionResult?.draft ?? toOrderDraft(base))
  const path = useLocation().pathname
  return (
    <section className="panel mb-4" aria-labelledby="edit-title">
      <h2 id="edit-title">
        Edit order <OrderNumber id={order.id} />
      </h2>
      <PostForm noValidate className="panel-body">
        <EditOrderFields
          base={base}
          draft={draft}
          onChange={setDraft}
          actionResult={isEditSaved(actionResult) ? undefined : actionResult}
        />
        <div className="mt-4 flex gap-2">
          <Button type="submit" name="intent" value="edit">
            Save changes
          </Button>
          <Link to={path} className="button button-quiet">
            Close
          </Link>
        </div>
      </PostForm>
    </section>
  )
}
