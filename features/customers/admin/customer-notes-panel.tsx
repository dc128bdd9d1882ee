import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { customerMessages } from '#features/customers/customer-messages.ts'
import type { CustomerDetail } from '#features/customers/customer.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { TextArea } from '#kit/form/text-field.tsx'

export function CustomerNotesPanel({ notes }: { notes: CustomerDetail['notes'] }) {
  const failure = useFormFailure()
  return (
    <section className="panel" aria-labelledby="notes-title">
      <h2 id="notes-title">{customerMessages.notesTitle}</h2>
      {notes.length > 0 && (
        <ol className="list-rows history" aria-label={customerMessages.notesTitle}>
          {notes.map(({ id, at, text, author }) => (
            <li key={id}>
              <time dateTime={at} className="text-muted text-sm">
                {formatLondonDateTime(at)}
              </time>
              <div>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
                {author && <p className="text-muted text-sm">{author}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <PostForm
        // Adding a note empties the field.
        key={notes[0]?.id}
        replace
        preventScrollReset
        noValidate
        className="panel-body grid gap-3"
      >
        <TextArea
          label={customerMessages.noteLabel}
          name="note"
          hint={customerMessages.noteHint}
          error={failure?.errors['note']}
          rows={2}
          maxLength={MAX_ORDER_NOTE_LENGTH}
          defaultValue={failure?.values?.['note']}
        />
        <SendButton
          intent="note"
          variant="outline"
          size="small"
          className="justify-self-start"
          pendingLabel="Saving..."
        >
          {customerMessages.addNote}
        </SendButton>
      </PostForm>
    </section>
  )
}
