import { useCallback, useState, type FormEvent } from 'react'
import type { Checked, Entries } from '#shop/enquiries/enquiry-rules.ts'
import { useErrorPageTitle } from '#web/forms/use-error-title.ts'
import { useFieldErrors, type FormValidator } from '#web/forms/use-field-errors.ts'

export function useEnquiry<Form>(kind: string, check: (entries: Entries) => Checked<Form>) {
  const [result, setResult] = useState<Checked<Form> | null>(null)
  const submittedErrors = result?.ok === false ? result.errors : undefined
  const rules = useCallback((): FormValidator => (entries) => errorsOf(check(entries)), [check])
  const { fieldErrors, form } = useFieldErrors(submittedErrors, rules)
  useErrorPageTitle(Object.keys(fieldErrors).length > 0, result)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = check(Object.fromEntries(new FormData(event.currentTarget)))
    // oxlint-disable-next-line no-console -- logging it is the specified behaviour.
    if (checked.ok) console.info(kind, checked.value)
    setResult(checked)
  }
  return {
    form: { ...form, onSubmit: submit },
    errors: fieldErrors,
    submittedErrors,
    accepted: result?.ok ? result.value : null,
    reset: () => setResult(null),
  }
}

const errorsOf = <Form>(checked: Checked<Form>) => (checked.ok ? {} : checked.errors)
export type Enquiry = ReturnType<typeof useEnquiry>
