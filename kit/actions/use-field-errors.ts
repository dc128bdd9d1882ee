import { useEffect, useRef, useState, type RefObject } from 'react'

export type FieldErrorsForm = ReturnType<typeof useFieldErrors>['form']
type FieldMessagesByName = Readonly<Record<string, string>>
export type FormValidator = (entries: Record<string, unknown>, form: HTMLFormElement) => FieldMessagesByName

const NO_ERRORS: FieldMessagesByName = {}

/** An error unknown to the client rules (not in `initialErrors`) is resolved when its field changes. */
export function resolvedFields(
  fieldErrors: FieldMessagesByName,
  initialErrors: FieldMessagesByName,
  currentErrors: FieldMessagesByName,
  changedField: string,
): string[] {
  return Object.keys(fieldErrors).filter(
    (name) => !currentErrors[name] && (initialErrors[name] !== undefined || name === changedField),
  )
}

/** `rules` must be stable; it is called after a rejection. */
export function useFieldErrors(
  errors: FieldMessagesByName | undefined,
  rules: () => FormValidator | Promise<FormValidator>,
) {
  const submittedErrors = errors ?? NO_ERRORS
  const form = useRef<HTMLFormElement>(null)
  const validator = useRef<{ validate: FormValidator; initialErrors: FieldMessagesByName } | null>(null)
  const [resolved, setResolved] = useState<{ of: FieldMessagesByName; names: readonly string[] }>({
    of: NO_ERRORS,
    names: [],
  })
  const names = resolved.of === submittedErrors ? resolved.names : []
  const fieldErrors = Object.fromEntries(
    Object.entries(submittedErrors).filter(([name]) => !names.includes(name)),
  )

  useEffect(() => {
    validator.current = null
    if (Object.keys(submittedErrors).length === 0) return undefined
    let isCancelled = false
    const submittedEntries = entriesOf(form)
    const applyValidator = (validate: FormValidator) => {
      if (isCancelled || !form.current) return
      const initialErrors = validate(submittedEntries, form.current)
      validator.current = { validate, initialErrors }
      // The user may have corrected fields before the rules were loaded.
      const newlyResolved = resolvedFields(submittedErrors, initialErrors, validateForm(form, validate), '')
      if (newlyResolved.length === 0) return
      if (document.activeElement) keepScrollPosition(document.activeElement)
      setResolved({ of: submittedErrors, names: newlyResolved })
    }
    Promise.resolve(rules()).then(applyValidator, () => undefined)
    return () => void (isCancelled = true)
  }, [submittedErrors, rules])

  const handleInput = ({ target }: { target: EventTarget }) => {
    if (!validator.current) return
    const { validate, initialErrors } = validator.current
    const newlyResolved = resolvedFields(
      fieldErrors,
      initialErrors,
      validateForm(form, validate),
      (target as HTMLInputElement).name,
    )
    if (newlyResolved.length === 0) return
    keepScrollPosition(target as Element)
    setResolved({ of: submittedErrors, names: [...names, ...newlyResolved] })
  }
  return {
    fieldErrors: names.length === 0 ? submittedErrors : fieldErrors,
    form: { ref: form, onInput: handleInput },
  }
}

type FormReference = RefObject<HTMLFormElement | null>
const entriesOf = ({ current: form }: FormReference) => (form ? Object.fromEntries(new FormData(form)) : {})
const validateForm = (form: FormReference, validate: FormValidator) =>
  form.current ? validate(entriesOf(form), form.current) : {}

/** Removed messages above a field would move it while the user types; not every browser has scroll anchoring. */
function keepScrollPosition(field: Element) {
  const before = field.getBoundingClientRect().top
  const page = field.closest('.dialog-body') ?? window
  requestAnimationFrame(() =>
    page.scrollBy({ top: field.getBoundingClientRect().top - before, behavior: 'instant' }),
  )
}
