import { useCallback, useState, type FormEvent } from 'react'
import { useLoaderData, useNavigation } from 'react-router'
import type { Checked, Entries } from './enquiry-rules.ts'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useFieldErrors, type FormValidator } from '#kit/actions/use-field-errors.ts'
import type { EnquiryData } from './enquiry-actions.server.ts'

/** Logged in the browser, and sent too if the owner wants that. */
export function useEnquiry<Form>(kind: string, check: (entries: Entries) => Checked<Form>) {
  const { isSent } = useLoaderData<EnquiryData>()
  const isDone = useDoneMessage() !== undefined
  const failure = useFormFailure()
  const isSending = useNavigation().state === 'submitting'
  const [result, setResult] = useState<Checked<Form> | null>(null)
  const submittedErrors = result?.ok === false ? result.errors : failure?.errors
  const rules = useCallback((): FormValidator => (entries) => errorsOf(check(entries)), [check])
  const { fieldErrors, form } = useFieldErrors(submittedErrors, rules)
  useErrorPageTitle(Object.keys(fieldErrors).length > 0, result)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const checked = check(Object.fromEntries(new FormData(event.currentTarget)))
    // oxlint-disable-next-line no-console -- logging it is the specified behaviour.
    if (checked.ok) console.info(kind, checked.value)
    if (!isSent || !checked.ok) event.preventDefault()
    setResult(checked)
  }
  return {
    form: { ...form, onSubmit: submit },
    errors: fieldErrors,
    submittedErrors,
    message: failure?.message,
    values: failure?.values ?? {},
    isSent,
    isSending,
    isDone: isSent ? isDone : result?.ok === true,
    accepted: !isSent && result?.ok ? result.value : null,
    reset: () => setResult(null),
  }
}

const errorsOf = <Form,>(checked: Checked<Form>) => (checked.ok ? {} : checked.errors)
export type Enquiry = ReturnType<typeof useEnquiry>
