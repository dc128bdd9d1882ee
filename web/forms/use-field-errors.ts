import { useEffect, useRef, useState, type RefObject } from 'react'

/** What the element of such a form takes. */
export type StandingForm = ReturnType<typeof useStandingErrors>['form']
type Sentences = Readonly<Record<string, string>>
/** What stands in the fields of a form, by name, and the form itself. Out: a sentence for each field at fault. */
export type FormRules = (entries: Record<string, unknown>, form: HTMLFormElement) => Sentences

const NOTHING: Sentences = {}

/**
 * The fields of which a refused form need no longer say anything.
 * A field is mended by its own rule, also where another was changed, as with two passwords that differed; one of which
 * only the server knows what is wrong is taken for mended once it was changed.
 */
export function mendedFields(standing: Sentences, atFirst: Sentences, now: Sentences, changed: string): string[] {
  return Object.keys(standing).filter((name) => !now[name] && (atFirst[name] !== undefined || name === changed))
}

/**
 * The sentences of a refused form that still hold. While somebody puts it right each goes once its field is right, and
 * none comes before the next submit: nobody is told that they are wrong while they are still typing.
 * In: what the last submit was refused with, and where the rules come from (the same function each time). They are asked
 * for after a refusal only; without them all stays as the server said it.
 * Out: what still holds, and what the form's own element takes.
 */
export function useStandingErrors(errors: Sentences | undefined, rules: () => FormRules | Promise<FormRules>) {
  const given = errors ?? NOTHING
  const form = useRef<HTMLFormElement>(null)
  const known = useRef<{ check: FormRules; atFirst: Sentences } | null>(null)
  const [mended, setMended] = useState<{ of: Sentences; names: readonly string[] }>({ of: NOTHING, names: [] })
  const names = mended.of === given ? mended.names : []
  const standing = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))

  useEffect(() => {
    known.current = null
    if (Object.keys(given).length === 0) return undefined
    let isOver = false
    const refused = entriesOf(form)
    const take = (check: FormRules) => {
      if (isOver || !form.current) return
      const atFirst = check(refused, form.current)
      known.current = { check, atFirst }
      // Whoever was quicker than the rules has mended something already.
      const right = mendedFields(given, atFirst, faultsIn(form, check), '')
      if (right.length === 0) return
      if (document.activeElement) holdInPlace(document.activeElement)
      setMended({ of: given, names: right })
    }
    Promise.resolve(rules()).then(take, () => undefined)
    return () => void (isOver = true)
  }, [given, rules])

  const look = ({ target }: { target: EventTarget }) => {
    if (!known.current) return
    const { check, atFirst } = known.current
    const right = mendedFields(standing, atFirst, faultsIn(form, check), (target as HTMLInputElement).name)
    if (right.length === 0) return
    holdInPlace(target as Element)
    setMended({ of: given, names: [...names, ...right] })
  }
  return { standing: names.length === 0 ? given : standing, form: { ref: form, onInput: look } }
}

type FormReference = RefObject<HTMLFormElement | null>
const entriesOf = ({ current: form }: FormReference) => (form ? Object.fromEntries(new FormData(form)) : {})
const faultsIn = (form: FormReference, check: FormRules) => (form.current ? check(entriesOf(form), form.current) : {})

/** What goes above a field would pull it away from under the eyes of who is typing in it; not every browser prevents that. */
function holdInPlace(field: Element) {
  const before = field.getBoundingClientRect().top
  const page = field.closest('.dialog-body') ?? window
  requestAnimationFrame(() => page.scrollBy({ top: field.getBoundingClientRect().top - before, behavior: 'instant' }))
}
