import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { classNames } from '#kit/display/class-names.ts'
import { Button } from '#kit/form/button.tsx'
import { Field } from '#kit/form/field.tsx'
import { useFocusSearchOnSlash } from '#kit/admin/keyboard-shortcuts/focus-search-on-slash.ts'
import type { ListUrl } from './list-url.ts'

const TYPING_DEBOUNCE_MS = 300

const isDate = (control: unknown): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'date'

type ListFilterFormProps<View> = {
  list: ListUrl<View>
  view: View
  className?: string
  placeholder: string
  /** What `Clear` does not change. */
  kept?: Partial<View>
  children?: ReactNode
}

export function ListFilterForm<View extends { search: string }>({
  list,
  view,
  className,
  placeholder,
  kept,
  children,
}: ListFilterFormProps<View>) {
  const { search } = view
  const currentPath = list.start(view)
  const clearPath = list.start(kept ?? {})
  const form = useRef<HTMLFormElement>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const pendingPath = useRef<string>(undefined)
  const entries = JSON.stringify(view)
  useFocusSearchOnSlash(searchInput)

  // Back and Forward change the URL; a field that is being edited is not overwritten.
  useEffect(() => {
    if (searchInput.current && searchInput.current !== document.activeElement)
      searchInput.current.value = search
    for (const [name, value] of Object.entries(JSON.parse(entries) as object)) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLSelectElement || (isDate(control) && debounceTimer.current === undefined))
        control.value = String(value ?? '')
    }
  }, [search, entries])
  useEffect(() => () => clearTimeout(debounceTimer.current), [])

  const navigateToList = (options?: { replace: boolean }) => {
    clearTimeout(debounceTimer.current)
    debounceTimer.current = undefined
    if (!form.current) return
    const fields = new URLSearchParams([...new FormData(form.current)] as [string, string][])
    const targetPath = list.start(list.read(fields))
    // Returning to the current values must cancel a pending navigation, even one that is not rendered yet.
    if (targetPath === (pendingPath.current ?? currentPath)) return
    pendingPath.current = targetPath
    void Promise.resolve(navigate(targetPath, options)).finally(() => {
      if (pendingPath.current === targetPath) pendingPath.current = undefined
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigateToList()
  }
  const handleChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement) navigateToList()
    // Each typed digit of a year already makes a valid date.
    else if (isDate(target)) navigateAfterPause()
  }
  const navigateAfterPause = () => {
    clearTimeout(debounceTimer.current)
    debounceTimer.current = setTimeout(() => navigateToList({ replace: true }), TYPING_DEBOUNCE_MS)
  }
  return (
    <search>
      <Form
        ref={form}
        method="get"
        action={list.base}
        className={classNames('list-tools', className)}
        onSubmit={submit}
        onChange={handleChange}
      >
        <Field label="Search" name="search" className="search-field">
          <span className="search-box">
            <input
              ref={searchInput}
              id="search"
              name="search"
              type="search"
              className="input"
              defaultValue={search}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              aria-keyshortcuts="/"
              onInput={navigateAfterPause}
            />
            <kbd aria-hidden="true">/</kbd>
          </span>
        </Field>
        {children}
        <div className="flex gap-1">
          <Button type="submit" variant="outline">
            Search
          </Button>
          {clearPath !== currentPath && (
            <Link to={clearPath} className="bar-link">
              Clear
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}
