import { useState, type FormEvent } from 'react'
import type { Checked, Entries } from '#shop/enquiries/enquiry-rules.ts'
import { useErrorTitle } from '#web/http/error-title.ts'

const NOTHING_WRONG: Record<string, string> = {}

/** A form that is checked and noted in this browser, and goes nowhere (D29). */
export function useEnquiry<Form>(kind: string, check: (entries: Entries) => Checked<Form>) {
  const [answer, setAnswer] = useState<Checked<Form> | null>(null)
  const isRefused = answer !== null && !answer.ok
  useErrorTitle(isRefused, answer)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = check(Object.fromEntries(new FormData(event.currentTarget)))
    // oxlint-disable-next-line no-console -- D29: writing it here is all that the spec wants to happen.
    if (checked.ok) console.info(kind, checked.value)
    setAnswer(checked)
  }
  return {
    submit,
    errors: isRefused ? answer.errors : NOTHING_WRONG,
    /** What was written, once it has been taken. */
    taken: answer?.ok ? answer.value : null,
    startAgain: () => setAnswer(null),
  }
}
