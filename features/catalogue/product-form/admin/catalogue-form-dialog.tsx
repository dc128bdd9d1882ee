import { useCallback, useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { markUnsaved, sendEntries } from '#kit/actions/unsaved-changes.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useFieldErrors } from '#kit/actions/use-field-errors.ts'
import { UrlDialog } from '#kit/admin/screen/url-dialog.tsx'
import { useBarcodeScans } from '#kit/admin/lines/use-scans.tsx'
import { missingFields, nativeValidationRules } from './native-validation.tsx'
import type { MergedEdit } from './catalogue-action-result.ts'
import { fieldLabel } from '#features/catalogue/products/list/admin/product-labels.ts'
import { useUploadForm } from './upload-form.tsx'

type CatalogueFormDialogProps = {
  routeId: string
  title: string
  path: string
  backTo: string
  initialValues: FormValues
  hiddenFields: Record<string, string | number>
  intent: 'add' | 'edit'
  saveLabel: string
  savingLabel: string
  /** Shown while the shop processes the form. */
  sentLabel?: string
  formatValue?: (field: string, value: string) => string
  /** Messages of required fields that are empty. */
  missingMessages?: Readonly<Record<string, string>>
  children: (fieldProps: {
    values: FormValues
    /** The values that the shop returned after a refusal. */
    sent: FormValues | undefined
    errors: Record<string, string>
    /** Pictures cropped by the browser, replacing the chosen files. */
    onFiles: (files: Promise<Blob | null>[]) => void
    /** For changes that are not inputs of a field. */
    onEdit: () => void
  }) => ReactNode
}

const FORM_ID = 'catalogue-form'

export function CatalogueFormDialog(props: CatalogueFormDialogProps) {
  const {
    routeId,
    title,
    path,
    backTo,
    initialValues,
    hiddenFields,
    intent,
    saveLabel,
    savingLabel,
    sentLabel = 'Sent. The shop is making its pictures.',
    formatValue = (_field, value) => value,
    missingMessages = {},
    children,
  } = props
  const [files, setFiles] = useState<readonly Promise<Blob | null>[]>([])
  const { actionResult, isSending, toRead, progress, submit, refuse } = useUploadForm(routeId, 'form')
  const { fieldErrors: errors, form: formProps } = useFieldErrors(
    actionResult?.toConfirm ?? actionResult?.errors,
    nativeValidationRules,
  )
  const form = formProps.ref
  useBarcodeScans(form)
  const markEdited = useCallback(() => markUnsaved(form.current), [form])
  const merged = actionResult?.merged
  useErrorPageTitle(actionResult !== undefined, actionResult)
  useEffect(() => {
    for (const { field, theirs, isTaken } of merged?.fields ?? []) {
      const control = isTaken ? form.current?.elements.namedItem(field) : null
      if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.checked = theirs === 'on'
      else if (control && 'value' in control) control.value = theirs
    }
  }, [merged, form])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = missingFields(event.currentTarget, missingMessages)
    // Checked first, because photos take seconds to prepare and send.
    if (files.length > 0 && Object.keys(missing).length > 0) return refuse(missing)
    const entries = new FormData(event.currentTarget)
    void submit(path, entries, files).then(sendEntries(event.currentTarget))
  }
  return (
    <UrlDialog
      title={title}
      backTo={backTo}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <UploadProgress isSending={isSending} toRead={toRead} progress={progress} sentLabel={sentLabel} />
          <ShopLink to={backTo} className="button button-quiet" preventScrollReset>
            Close
          </ShopLink>
          <Button type="submit" form={FORM_ID} pending={isSending} pendingLabel={savingLabel}>
            {saveLabel}
          </Button>
        </div>
      }
    >
      <form
        {...formProps}
        id={FORM_ID}
        method="post"
        action={path}
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
        onSubmit={send}
      >
        <FormUserIdInput />
        {actionResult && (
          <ErrorSummary
            errors={actionResult.toConfirm ?? errors}
            message={actionResult.message}
            cause={actionResult}
          />
        )}
        {actionResult?.toConfirm && <ConfirmSaveCheckbox error={errors['confirmed']} />}
        {merged && <MergedNotice merged={merged} formatValue={formatValue} />}
        <input type="hidden" name="intent" value={intent} />
        {Object.entries({ ...hiddenFields, ...(merged && { version: merged.version }) }).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {children({
          values: actionResult?.values ?? initialValues,
          sent: actionResult?.values,
          errors,
          onFiles: setFiles,
          onEdit: markEdited,
        })}
      </form>
    </UrlDialog>
  )
}

/** At the end of a long form, users would miss it. */
function ConfirmSaveCheckbox({ error }: { error: string | undefined }) {
  return (
    <>
      <input type="hidden" name="was_asked" value="on" />
      <Checkbox name="confirmed" label={messages.saveAnyway} error={error} className="confirm-save" />
    </>
  )
}

type UploadProgressProps = { isSending: boolean; toRead: number; progress: number; sentLabel: string }

function UploadProgress({ isSending, toRead, progress, sentLabel }: UploadProgressProps) {
  if (!isSending) return <span className="grow" />
  const isSent = progress >= 1
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 text-muted text-sm grow">
      <progress
        value={isSent || toRead > 0 ? undefined : progress}
        className="w-32 accent-forest"
        aria-label="Saving"
      />
      <span>
        {toRead > 0
          ? photoMessages.toRead(toRead)
          : isSent
            ? sentLabel
            : `${Math.round(progress * 100)} % sent`}
      </span>
    </span>
  )
}

type MergedNoticeProps = { merged: MergedEdit; formatValue: (field: string, value: string) => string }

function MergedNotice({ merged: { by, at, fields }, formatValue }: MergedNoticeProps) {
  const formatOrNothing = (field: string, value: string) => formatValue(field, value) || 'nothing'
  return (
    <section className="notice notice-warning" aria-labelledby="merged-title">
      <h3 id="merged-title" className="notice-title">
        {`Changed by ${by ?? 'another administrator'} at ${formatLondonDateTime(at)}`}
      </h3>
      <ul className="grid gap-1 pl-4.5 list-disc mt-1">
        {fields.map(({ field, was, theirs, mine, isTaken }) => (
          <li key={field}>
            <strong>{fieldLabel(field)}</strong>{' '}
            <span>{`was ${formatOrNothing(field, was)}, is now ${formatOrNothing(field, theirs)}. ${isTaken ? 'Taken over into this form.' : `You have ${formatOrNothing(field, mine)}: saving again puts yours in its place.`}`}</span>
          </li>
        ))}
        {fields.length === 0 && <li>None of it differs from what stands in this form.</li>}
      </ul>
    </section>
  )
}
