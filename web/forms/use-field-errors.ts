import { useEffect, useRef, useState, type RefObject } from 'react'

/** What the element of such a form takes. */
export type FieldErrorsForm = ReturnType<typeof useFieldErrors>['form']
type FieldMessagesByName = Readonly<Record<string, string>>
/** What stands in the fields of a form, by name, and the form itself. Out: a sentence for each field at fault. */
export type FormValidator = (entries: Record<string, unknown>, form: HTMLFormElement) => FieldMessagesByName

const NO_ERRORS: FieldMessagesByName = {}

/**
 * The fields of which a refused form need no longer say anything.
 * A field is mended by its own rule, also where another was changed, as with two passwords that differed; one of which
 * only the server knows what is wrong is taken for mended once it was changed.
 */
export function resolvedFields(fieldErrors: FieldMessagesByName, initialErrors: FieldMessagesByName, currentErrors: FieldMessagesByName, changedField: string): string[] {
  return Object.keys(fieldErrors).filter((name) => !currentErrors[name] && (initialErrors[name] !== undefined || name === changedField))
}

/**
 * The sentences of a refused form that still hold. While somebody puts it right each goes once its field is right, and
 * none comes before the next submit: nobody is told that they are wrong while they are still typing.
 * In: what the last submit was refused with, and where the rules come from (the same function each time). They are asked
 * for after a refusal only; without them all stays as the server said it.
 * Out: what still holds, and what the form's own element takes.
 */
export function useFieldErrors(errors: FieldMessagesByName | undefined, rules: () => FormValidator | Promise<FormValidator>) {
  const submittedErrors = errors ?? NO_ERRORS
  const form = useRef<HTMLFormElement>(null)
  const validator = useRef<{ validate: FormValidator; initialErrors: FieldMessagesByName } | null>(null)
  const [resolved, setResolved] = useState<{ of: FieldMessagesByName; names: readonly string[] }>({ of: NO_ERRORS, names: [] })
  const names = resolved.of === submittedErrors ? resolved.names : []
  const fieldErrors = Object.fromEntries(Object.entries(submittedErrors).filter(([name]) => !names.includes(name)))

  useEffect(() => {
    validator.current = null
    if (Object.keys(submittedErrors).length === 0) return undefined
    let isCancelled = false
    const submittedEntries = entriesOf(form)
    const applyValidator = (validate: FormValidator) => {
      if (isCancelled || !form.current) return
      const initialErrors = validate(submittedEntries, form.current)
      validator.current = { validate, initialErrors }
      // Whoever was quicker than the rules has mended something already.
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
    const newlyResolved = resolvedFields(fieldErrors, initialErrors, validateForm(form, validate), (target as HTMLInputElement).name)
    if (newlyResolved.length === 0) return
    keepScrollPosition(target as Element)
    setResolved({ of: submittedErrors, names: [...names, ...newlyResolved] })
  }
  return { fieldErrors: names.length === 0 ? submittedErrors : fieldErrors, form: { ref: form, onInput: handleInput } }
}

type FormReference = RefObject<HTMLFormElement | null>
const entriesOf = ({ current: form }: FormReference) => (form ? Object.fromEntries(new FormData(form)) : {})
const validateForm = (form: FormReference, validate: FormValidator) => (form.current ? validate(entriesOf(form), form.current) : {})

/** What goes above a field would pull it away from under the eyes of who is typing in it; not every browser prevents that. */
function keepScrollPosition(field: Element) {
  const before = field.getBoundingClientRect().top
  const page = field.closest('.dialog-body') ?? window
  requestAnimationFrame(() => page.scrollBy({ top: field.getBoundingClientRect().top - before, behavior: 'instant' }))
}
