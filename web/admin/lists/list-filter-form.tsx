import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { createPath, Form, Link, useNavigate, useNavigation } from 'react-router'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useSlashFocus } from '#web/admin/keyboard-shortcuts/focus-search-on-slash.ts'

const TYPING_PAUSE_MILLISECONDS = 300

const isDate = (control: unknown): control is HTMLInputElement => control instanceof HTMLInputElement && control.type === 'date'

type ListSearchProps = {
  action: string
  className: string
  search: string
  placeholder: string
  /** What the selects and dates stand at, by name. */
  selected: Readonly<Record<string, string>>
  /** Where the first page of the list as it is lies, and where the one lies that the form's entries ask for. */
  here: string
  pathOf: (entries: URLSearchParams) => string
  /** Where 'Clear' leads; null where there is nothing to clear. */
  cleared: string | null
  /** The selects and dates: choosing in one shows the list at once. */
  children: ReactNode
}

/** Search and filters of a list: an ordinary GET form, which with scripts follows the typing. */
export function ListSearch({ action, className, search, placeholder, selected, here, pathOf, cleared, children }: ListSearchProps) {
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { location: onItsWay } = useNavigation()
  const askedLast = useRef<string>(undefined)
  const entries = JSON.stringify(selected)
  useSlashFocus(box)

  // Back and forward change the address under the form; what is being typed right now is left alone.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = search
    for (const [name, value] of Object.entries(JSON.parse(entries) as Record<string, string>)) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLSelectElement || (isDate(control) && pause.current === undefined)) control.value = value
    }
  }, [search, entries])
  useEffect(() => () => clearTimeout(pause.current), [])

  const show = (options?: { replace: boolean }) => {
    clearTimeout(pause.current)
    pause.current = undefined
    if (!form.current) return
    const asked = pathOf(new URLSearchParams([...new FormData(form.current)] as [string, string][]))
    // Whoever goes back to what stands here calls off the list that is still on its way.
    const isOnItsWay = onItsWay !== undefined && createPath(onItsWay) === askedLast.current
    if (asked === (isOnItsWay ? askedLast.current : here)) return
    askedLast.current = asked
    void navigate(asked, options)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
  }
  const choose = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement) show()
    // A year is typed digit by digit, and each of them makes a date.
    else if (isDate(target)) showAfterPause()
  }
  const showAfterPause = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => show({ replace: true }), TYPING_PAUSE_MILLISECONDS)
  }
  return (
    <search>
      <Form ref={form} method="get" action={action} className={className} onSubmit={submit} onChange={choose}>
        <Field label="Search" name="search" className="search-field">
          <span className="search-box">
            <input
              ref={box}
              id="search"
              name="search"
              type="search"
              className="input"
              defaultValue={search}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              aria-keyshortcuts="/"
              onInput={showAfterPause}
            />
            <kbd aria-hidden="true">/</kbd>
          </span>
        </Field>
        {children}
        <div className="list-tools-buttons">
          <Button type="submit" variant="outline">
            Search
          </Button>
          {cleared && (
            <Link to={cleared} className="bar-link">
              Clear
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}
