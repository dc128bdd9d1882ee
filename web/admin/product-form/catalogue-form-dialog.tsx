import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { FormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { useErrorTitle } from '#web/forms/use-error-title.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { useStandingErrors } from '#web/forms/use-field-errors.ts'
import { AddressedDialog } from '#web/admin/layout/url-dialog.tsx'
import { nativeRules } from './native-validation.ts'
import type { Merged } from './catalogue-action-result.ts'
import { fieldLabel } from '#web/admin/products/product-labels.ts'
import { useSentForm } from './upload-form.ts'

type CatalogueFormProps = {
  routeId: string
  title: string
  /** Where the form is sent, and where its dialog leads when it is closed. */
  path: string
  backTo: string
  /** What the fields start with; what was typed comes before it. */
  start: FormValues
  hidden: Record<string, string | number>
  intent: 'add' | 'edit'
  saveLabel: string
  savingLabel: string
  /** How a value of a field is shown, where the value itself says nothing to a person. */
  show?: (field: string, value: string) => string
  children: (filled: { values: FormValues; errors: Record<string, string>; onCut: (picture: Blob | null) => void }) => ReactNode
}

const FORM_ID = 'catalogue-form'

/** The dialog to add or edit something with a picture: what was typed stays until it is saved or discarded on purpose. */
export function CatalogueForm(props: CatalogueFormProps) {
  const { routeId, title, path, backTo, start, hidden, intent, saveLabel, savingLabel, show = (_field, value) => value, children } = props
  const [picture, setPicture] = useState<Blob | null>(null)
  const isTouched = useRef(false)
  const { answer, isSending, progress, submit } = useSentForm(routeId, 'form')
  const { standing: errors, form: standingForm } = useStandingErrors(answer?.toConfirm ?? answer?.errors, nativeRules)
  const form = standingForm.ref
  const merged = answer?.merged
  useErrorTitle(answer !== undefined, answer)
  // Somebody who closes the tab by accident is asked by the browser itself.
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (isTouched.current) event.preventDefault()
    }
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  }, [])
  // What only somebody else changed is put into its field; everything that was typed stays as it stands.
  useEffect(() => {
    for (const { field, theirs, isTaken } of merged?.fields ?? []) {
      const control = isTaken ? form.current?.elements.namedItem(field) : null
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = theirs === 'on'
      else if (control && 'value' in control) control.value = theirs
    }
  }, [merged, form])
  const [isAskingToClose, setAskingToClose] = useState(false)
  const mayClose = () => {
    if (!isTouched.current || isAskingToClose) return true
    setAskingToClose(true)
    return false
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    if (picture) entries.set('image', picture, 'picture')
    // While it is sent nobody is asked; a form that nobody has filled in is still untouched when it is refused.
    const wasTouched = isTouched.current
    isTouched.current = false
    void submit(path, entries).then((isDone) => (isTouched.current = !isDone && (wasTouched || isTouched.current)))
  }
  return (
    <AddressedDialog
      title={title}
      backTo={backTo}
      mayClose={mayClose}
      footer={
        <div className="dialog-buttons">
          {isAskingToClose ? <DiscardOrStay backTo={backTo} onStay={() => setAskingToClose(false)} /> : (
            <>
              <SendingProgress isSending={isSending} progress={progress} />
              <ShopLink to={backTo} className="button button-quiet" preventScrollReset>
                Close
              </ShopLink>
              <Button type="submit" form={FORM_ID} pending={isSending} pendingLabel={savingLabel}>
                {saveLabel}
              </Button>
            </>
          )}
        </div>
      }
    >
      <form
        {...standingForm}
        id={FORM_ID}
        method="post"
        action={path}
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
        onSubmit={send}
        onChange={() => (isTouched.current = true)}
      >
        <FormOwner />
        {answer && <ErrorSummary errors={answer.toConfirm ?? errors} message={answer.message} cause={answer} />}
        {answer?.toConfirm && <SaveAllTheSame error={errors['confirmed']} />}
        {merged && <MergedNotice merged={merged} show={show} />}
        <input type="hidden" name="intent" value={intent} />
        {Object.entries({ ...hidden, ...(merged && { version: merged.version }) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children({ values: answer?.values ?? start, errors, onCut: setPicture })}
      </form>
    </AddressedDialog>
  )
}

/** Beside what it is about, where a refusal brings its reader: at the far end of a long form nobody would find it. */
function SaveAllTheSame({ error }: { error: string | undefined }) {
  return (
    <>
      <input type="hidden" name="was_asked" value="on" />
      <Checkbox name="confirmed" label={messages.saveAllTheSame} error={error} className="confirm-save" />
    </>
  )
}

function DiscardOrStay({ backTo, onStay }: { backTo: string; onStay: () => void }) {
  return (
    <>
      <p role="alert" className="grow">
        What you typed is not saved.
      </p>
      <ShopLink to={backTo} className="button button-cancel" preventScrollReset>
        Discard
      </ShopLink>
      <Button onClick={onStay}>Keep editing</Button>
    </>
  )
}

function SendingProgress({ isSending, progress }: { isSending: boolean; progress: number }) {
  if (!isSending) return <span className="grow" />
  const isSent = progress >= 1
  return (
    <span className="sending grow">
      <progress value={isSent ? undefined : progress} aria-label="Saving" />
      {isSent ? 'Sent. The shop is making its pictures.' : `${Math.round(progress * 100)} % sent`}
    </span>
  )
}

type MergedNoticeProps = { merged: Merged; show: (field: string, value: string) => string }

/** Both values of everything that somebody else changed while this lay open. */
function MergedNotice({ merged: { by, at, fields }, show }: MergedNoticeProps) {
  const shown = (field: string, value: string) => show(field, value) || 'nothing'
  return (
    <section className="notice notice-warning" aria-labelledby="merged-title">
      <h3 id="merged-title" className="notice-title">
        Changed by {by ?? 'another administrator'} at {formatLondonDateTime(at)}
      </h3>
      <ul className="merged mt-1">
        {fields.map(({ field, was, theirs, mine, isTaken }) => (
          <li key={field}>
            <strong>{fieldLabel(field)}</strong> was {shown(field, was)}, is now {shown(field, theirs)}.{' '}
            {isTaken ? 'Taken over into this form.' : `You have ${shown(field, mine)}: saving again puts yours in its place.`}
          </li>
        ))}
        {fields.length === 0 && <li>None of it differs from what stands in this form.</li>}
      </ul>
    </section>
  )
}
