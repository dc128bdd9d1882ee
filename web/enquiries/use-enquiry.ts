import { useCallback, useState, type FormEvent } from 'react'
import type { Checked, Entries } from '#shop/enquiries/enquiry-rules.ts'
import { useErrorTitle } from '#web/forms/use-error-title.ts'
import { useStandingErrors, type FormRules } from '#web/forms/use-field-errors.ts'

/** A form that is checked and noted in this browser, and goes nowhere (D29). */
export function useEnquiry<Form>(kind: string, check: (entries: Entries) => Checked<Form>) {
  const [answer, setAnswer] = useState<Checked<Form> | null>(null)
  const refused = answer?.ok === false ? answer.errors : undefined
  const rules = useCallback((): FormRules => (entries) => faultsOf(check(entries)), [check])
  const { standing, form } = useStandingErrors(refused, rules)
  useErrorTitle(Object.keys(standing).length > 0, answer)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = check(Object.fromEntries(new FormData(event.currentTarget)))
    // oxlint-disable-next-line no-console -- D29: writing it here is all that the spec wants to happen.
    if (checked.ok) console.info(kind, checked.value)
    setAnswer(checked)
  }
  return {
    /** What the form's own element takes. */
    form: { ...form, onSubmit: submit },
    /** What is still wrong with what was submitted last, and what was wrong with it then. */
    errors: standing,
    refused,
    /** What was written, once it has been taken. */
    taken: answer?.ok ? answer.value : null,
    startAgain: () => setAnswer(null),
  }
}

const faultsOf = <Form>(checked: Checked<Form>) => (checked.ok ? {} : checked.errors)
export type Enquiry = ReturnType<typeof useEnquiry>
