import { useCallback, useState, type FormEvent } from 'react'
import type { Checked, Entries } from '#shop/enquiries/enquiry-rules.ts'
import { useErrorPageTitle } from '#web/forms/use-error-title.ts'
import { useFieldErrors, type FormValidator } from '#web/forms/use-field-errors.ts'

/** A form that is checked and noted in this browser, and goes nowhere. */
export function useEnquiry<Form>(kind: string, check: (entries: Entries) => Checked<Form>) {
  const [answer, setAnswer] = useState<Checked<Form> | null>(null)
  const submittedErrors = answer?.ok === false ? answer.errors : undefined
  const rules = useCallback((): FormValidator => (entries) => errorsOf(check(entries)), [check])
  const { fieldErrors, form } = useFieldErrors(submittedErrors, rules)
  useErrorPageTitle(Object.keys(fieldErrors).length > 0, answer)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = check(Object.fromEntries(new FormData(event.currentTarget)))
    // oxlint-disable-next-line no-console -- writing it here is all that has to happen.
    if (checked.ok) console.info(kind, checked.value)
    setAnswer(checked)
  }
  return {
    /** What the form's own element takes. */
    form: { ...form, onSubmit: submit },
    /** What is still wrong with what was submitted last, and what was wrong with it then. */
    errors: fieldErrors,
    submittedErrors,
    /** What was written, once it has been taken. */
    accepted: answer?.ok ? answer.value : null,
    reset: () => setAnswer(null),
  }
}

const errorsOf = <Form>(checked: Checked<Form>) => (checked.ok ? {} : checked.errors)
export type Enquiry = ReturnType<typeof useEnquiry>
