import { useState } from 'react'
import { Link, Form, useFetcher, useLocation } from 'react-router'
import { mayEdit, type OrderDetail } from '#shop/orders/order.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { changedByLast, editKeyOf, type ChangesSince, type EditAnswer } from './edit-order-result.ts'
import { OrderNumber } from '#web/admin/orders/order-number.tsx'
import { EditFields } from './edit-order-fields.tsx'
import { baseOf, carryOver, differences, draftOf, isSameDraft, type EditBase, type OrderDraft } from './order-draft.ts'

const FORM_ID = 'edit-order'

/**
 * §2, §5, D24: the items of an order and its expected delivery. What is typed stays until it is saved, whatever others
 * do meanwhile: the version it began with goes along, and what changed since is shown before it can be saved over.
 */
export function EditOrder({ order, newer, now }: { order: OrderDetail; newer: OrderDetail | null; now: string }) {
  const fetcher = useFetcher<EditAnswer>({ key: editKeyOf(order.id) })
  const [isOpen, setOpen] = useState(false)
  const [base, setBase] = useState<EditBase>(() => baseOf(order))
  const [draft, setDraft] = useState<OrderDraft>(() => draftOf(order))
  const [taken, setTaken] = useState<EditAnswer>()
  /** An answer to an attempt that this opening of the form has nothing to do with any more. */
  const [past, setPast] = useState<EditAnswer>()
  const [seenChanges, setSeenChanges] = useState<ChangesSince>()
  const answer = fetcher.state === 'submitting' ? undefined : fetcher.data

  const open = () => {
    // A form that is opened again starts from what the page shows now; what was typed but not saved stays in it.
    if (base.version !== order.version) {
      const isSaved = taken?.kind === 'done' && taken !== past
      setDraft(isSaved ? draftOf(order) : carryOver(draft, base, order))
      setBase(baseOf(order))
      setPast(taken)
      setSeenChanges(undefined)
    }
    setOpen(true)
  }
  if (answer && answer !== taken) {
    setTaken(answer)
    if (answer.kind === 'done') setOpen(false)
    if (answer.base) setBase(answer.base)
    if (answer.base && answer.draft) setDraft(answer.draft)
  }

  const showNewer = (latest: OrderDetail) => {
    setSeenChanges({ by: changedByLast(latest, now), lines: differences(base, latest) })
    setDraft(carryOver(draft, base, latest))
    setBase(baseOf(latest))
    setPast(answer)
  }
  const shown = answer === past || answer?.kind === 'done' ? undefined : answer
  const isEditable = mayEdit(base.status)
  const isPending = fetcher.state !== 'idle'
  const close = () => setOpen(false)
  return (
    <>
      {mayEdit(order.status) && <EditOrderButton onOpen={open} />}
      <Dialog
        open={isOpen}
        onClose={close}
        title={<>Edit order <OrderNumber id={order.id} /></>}
        startsAt="field"
        className="edit-dialog"
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            {isEditable && !isSameDraft(draft, draftOf(base)) && (
              <Button variant="quiet" onClick={() => setDraft(draftOf(base))}>
                Undo changes
              </Button>
            )}
            <Button variant="quiet" onClick={close}>
              Close
            </Button>
            {isEditable && (
              <Button type="submit" form={FORM_ID} name="intent" value="edit" pending={isPending} pendingLabel="Saving...">
                Save changes
              </Button>
            )}
          </div>
        }
      >
        <fetcher.Form id={FORM_ID} method="post" noValidate>
          <FormOwner />
          <input type="hidden" name="intent" value="edit" />
          {newer && newer.version > base.version && !shown?.changes && (
            <Notice tone="warning" className="mb-3 newer-order">
              <p>{changedByLast(newer, now)}</p>
              <Button size="small" variant="outline" onClick={() => showNewer(newer)}>
                Show
              </Button>
            </Notice>
          )}
          <EditFields base={base} draft={draft} onChange={setDraft} answer={shown ?? (seenChanges && { changes: seenChanges })} />
        </fetcher.Form>
      </Dialog>
    </>
  )
}

/** The same form as part of the page, for a browser in which no script has run. */
export function EditOrderPanel({ order, answer }: { order: OrderDetail; answer: EditAnswer | undefined }) {
  const base = answer?.base ?? baseOf(order)
  const [draft, setDraft] = useState<OrderDraft>(() => answer?.draft ?? draftOf(base))
  const path = useLocation().pathname
  return (
    <section className="panel mb-4" aria-labelledby="edit-title">
      <h2 id="edit-title">
        Edit order <OrderNumber id={order.id} />
      </h2>
      <Form method="post" noValidate className="panel-body">
        <FormOwner />
        <EditFields base={base} draft={draft} onChange={setDraft} answer={answer?.kind === 'done' ? undefined : answer} />
        <div className="mt-4 flex gap-2">
          <Button type="submit" name="intent" value="edit">
            Save changes
          </Button>
          <Link to={path} className="button button-quiet">
            Close
          </Link>
        </div>
      </Form>
    </section>
  )
}

/** Opens the dialog; before scripts it asks for the page with the form on it. */
function EditOrderButton({ onOpen }: { onOpen: () => void }) {
  return (
    <form method="get">
      <Button
        type="submit"
        name="ask"
        value="edit"
        variant="outline"
        size="small"
        data-key="e"
        aria-keyshortcuts="e"
        onClick={(event) => {
          event.preventDefault()
          onOpen()
        }}
      >
        Edit order
      </Button>
    </form>
  )
}
