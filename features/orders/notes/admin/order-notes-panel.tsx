import { useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import type { OrderDetail } from '#features/orders/order.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { useOrderChangeEvents } from '#features/orders/admin/live/live-orders.tsx'
import type { OrderNoteActionResult } from './order-note-result.ts'

/** For administrators only; packers see and add only notes for packers. */
export function OrderNotesPanel({ order: { id, notes } }: { order: Pick<OrderDetail, 'id' | 'notes'> }) {
  const actionResult = useActionResult<OrderNoteActionResult>()
  const result =
    actionResult && 'intent' in actionResult && actionResult.intent === 'note' ? actionResult : undefined
  const { state } = useLocation()
  const readsAllNotes = useHasPermission()('orders.read-all-notes')
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  // A note by somebody else does not change the entry.
  useEffect(() => {
    if (result?.kind === 'done') form.current?.reset()
  }, [result])
  useOrderChangeEvents(async (message) => {
    if (typeof message === 'string') return
    if (message.some(({ event, order_id }) => event === 'noted' && order_id === id)) await revalidate()
  })
  return (
    <section className="panel order-4 sm:max-lg:col-span-full" aria-labelledby="notes-title">
      <h2 id="notes-title">{orderNoteMessages.title}</h2>
      {notes.length > 0 && (
        <ol className="list-rows history" aria-label={orderNoteMessages.title}>
          {[...notes].reverse().map(({ id: noteId, at, text, author_name, is_for_packers }) => (
            <li key={noteId}>
              <time dateTime={at} className="text-muted text-sm">
                {formatLondonDateTime(at)}
              </time>
              <div>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
                <p className="text-muted text-sm">
                  <span>{author_name ?? orderNoteMessages.administrator}</span>
                  {readsAllNotes && is_for_packers && <> · {orderNoteMessages.readByPackers}</>}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <PostForm
        ref={form}
        replace
        preventScrollReset
        noValidate
        state={state}
        className="panel-body grid gap-3"
      >
        {result?.message && (
          <Notice tone={result.kind === 'done' ? 'success' : 'error'}>{result.message}</Notice>
        )}
        <TextArea
          label={orderNoteMessages.label}
          name="note"
          hint={readsAllNotes ? orderNoteMessages.hint : orderNoteMessages.toPackers}
          error={result?.errors?.['note']}
          rows={2}
          maxLength={MAX_ORDER_NOTE_LENGTH}
          defaultValue={result?.values?.['note']}
        />
        {readsAllNotes && (
          <Checkbox
            label={orderNoteMessages.forPackers}
            name="note_for_packers"
            hint={orderNoteMessages.forPackersHint}
            defaultChecked={result?.values?.['note_for_packers'] === 'on'}
          />
        )}
        <SendButton
          intent="note"
          variant="outline"
          size="small"
          className="justify-self-start"
          pendingLabel="Saving..."
        >
          {orderNoteMessages.add}
        </SendButton>
      </PostForm>
    </section>
  )
}
