import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { useFetcher } from 'react-router'
import { useMissedScans } from '#kit/admin/lines/missed-scans.tsx'
import { useScans } from '#kit/admin/lines/use-scans.tsx'
import { withPageUserId } from '#kit/actions/page-user.tsx'
import { markUnsaved } from '#kit/actions/unsaved-changes.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { Field } from '#kit/form/field.tsx'

const TYPING_DEBOUNCE_MS = 200
const MAX_SEARCH_LENGTH = 200

type SearchOption = {
  id: string
  name: string
  /** Beside the name. */
  aside: ReactNode
  /** Below it. */
  body?: ReactNode
  isDisabled?: boolean
  onChoose: () => void
}
type Found = { search: string; scanned?: string | null }
type FailedSearch = { kind?: string; message?: string }

type SearchPickerProps<Answer, Result extends Found> = {
  name: string
  label: string
  hint: string
  error?: string | undefined
  /** The intent of the button that searches without JavaScript; searches while somebody types end in -live. */
  findIntent: string
  /** Sent with each search while somebody types. */
  fields: Readonly<Record<string, string>>
  /** Without JavaScript each option has such a button. */
  chooseButton: { name: string; label: string }
  listLabel: string
  foundIn: (answer: Answer) => Result | undefined
  /** Found by a submit of the whole form. */
  submitted: Result | undefined
  toOptions: (found: Result) => readonly SearchOption[]
  noneFound: (search: string) => string
  /** Accepts scans wherever the focus is. */
  takesScans?: boolean
  /** The page's task starts with this field. */
  isFirst?: boolean
}

/** A combobox whose first option is active, so that Enter takes it; without JavaScript, a search button and a list of buttons. */
export function SearchPicker<Answer, Result extends Found>({
  name,
  label,
  hint,
  error,
  findIntent,
  fields,
  chooseButton,
  listLabel,
  foundIn,
  submitted,
  toOptions,
  noneFound,
  takesScans = false,
  isFirst = false,
}: SearchPickerProps<Answer, Result>) {
  const fetcher = useFetcher<Answer & FailedSearch>()
  const live = fetcher.data && foundIn(fetcher.data as Answer)
  const [latest, setLatest] = useState({ live, submitted, found: live ?? submitted })
  // A submit of the whole form may find something after a search while typing has.
  if (latest.live !== live || latest.submitted !== submitted)
    setLatest({ live, submitted, found: latest.submitted === submitted ? live : submitted })
  const { found } = latest
  const failure = fetcher.data?.kind === 'done' ? undefined : fetcher.data
  const options = found ? toOptions(found) : []
  const scanned = found?.scanned
  const isHydrated = useIsHydrated()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const enteredEarly = useRef<string>(undefined)
  /** Scanned codes; the first is being searched for, the others wait. */
  const codes = useRef<string[]>([])
  const [text, setText] = useState(found?.search ?? '')
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const search = collapse(text)
  const missed = useMissedScans(search)
  const isCurrent = found?.search === search && search !== ''
  const choosable = options.filter(({ isDisabled }) => !isDisabled)
  const isOpen = isCurrent && !isClosed && options.length > 0
  const activeOption = isOpen ? choosable[Math.min(active, choosable.length - 1)] : undefined
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isFirst) return undefined
    // Runs after the new page has focused its heading.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [isFirst])
  useEffect(() => {
    const isScan = isCurrent && codes.current[0] === search
    if (isScan) codes.current.shift()
    const isScannedFound = isCurrent && choosable.some(({ id }) => id === scanned)
    if (isScannedFound && scanned && (isScan || enteredEarly.current === search)) {
      enteredEarly.current = undefined
      // Runs after this effect, so that the chosen item may take the focus.
      queueMicrotask(() => {
        choose(scanned)
        missed.note(search, false)
        lookUpNext()
      })
    } else if (isCurrent) {
      if (isScan)
        queueMicrotask(() => {
          missed.note(search, true)
          lookUpNext()
        })
      announce(options.length === 0 ? noneFound(search) : `${listLabel}: ${options.length}`)
    }
    // Announced once for each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isCurrent, found])

  useEffect(() => {
    if (failure) codes.current = []
  }, [failure])
  useScans(
    input,
    (code) => {
      codes.current.push(code)
      if (codes.current.length === 1) lookUp(code)
    },
    takesScans,
  )

  /** The focus leaves the previous product's field, so that nothing more is typed there. */
  const lookUp = (code: string) => {
    // Synchronous, because the next scan may come before this one is rendered.
    flushSync(() => {
      setText(code)
      setActive(0)
      setClosed(false)
    })
    input.current?.focus()
    searchNow(code)
  }
  const lookUpNext = () => {
    const [code] = codes.current
    if (code !== undefined) lookUp(code)
  }
  const searchNow = (entry: string) => {
    clearTimeout(timer.current)
    const wanted = collapse(entry)
    if (wanted === '') return
    const form = new URLSearchParams({ ...fields, intent: `${findIntent}-live`, [name]: wanted })
    void fetcher.submit(withPageUserId(form), { method: 'post' })
  }
  const choose = (optionId: string) => {
    setText('')
    markUnsaved(input.current?.form)
    options.find(({ id }) => id === optionId)?.onChoose()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setClosed(false)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (choosable.length > 0) setActive((active + step + choosable.length) % choosable.length)
    } else if (event.key === 'Enter') {
      if (activeOption) choose(activeOption.id)
      else {
        enteredEarly.current = search
        searchNow(text)
      }
    } else if (event.key === 'Escape' && isOpen) setClosed(true)
    else return
    event.preventDefault()
  }
  return (
    <div className="picker">
      <div className="search-line">
        <Field label={label} name={name} hint={hint} error={error}>
          <input
            ref={input}
            id={name}
            name={name}
            type="search"
            className="input"
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            aria-describedby={`${name}-hint${error ? ` ${name}-error` : ''}`}
            aria-invalid={error ? true : undefined}
            {...(isHydrated && {
              role: 'combobox',
              'aria-autocomplete': 'list' as const,
              'aria-expanded': isOpen,
              'aria-controls': isOpen ? listId : undefined,
              'aria-activedescendant': activeOption && `${listId}-${activeOption.id}`,
            })}
            value={text}
            onChange={({ target: { value } }) => {
              // It would replace the code being searched for, and those that wait.
              if (codes.current.length > 0) return
              setText(value)
              enteredEarly.current = undefined
              setActive(0)
              setClosed(false)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => searchNow(value), TYPING_DEBOUNCE_MS)
            }}
            onKeyDown={handleKey}
          />
        </Field>
        {!isHydrated && (
          <Button type="submit" name="intent" value={findIntent} variant="outline">
            {label}
          </Button>
        )}
      </div>
      {missed.notice}
      {failure?.message && <Notice tone="error">{failure.message}</Notice>}
      {isCurrent && options.length === 0 && <p className="minor">{noneFound(search)}</p>}
      {isOpen &&
        (isHydrated ? (
          <div id={listId} role="listbox" aria-label={listLabel} className="picker-list">
            {options.map((option) => (
              <button
                key={option.id}
                id={`${listId}-${option.id}`}
                type="button"
                role="option"
                aria-selected={option === activeOption}
                aria-disabled={option.isDisabled || undefined}
                tabIndex={-1}
                // The search box keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => !option.isDisabled && choose(option.id)}
              >
                <OptionLabel {...option} />
              </button>
            ))}
          </div>
        ) : (
          <ul aria-label={listLabel} className="picker-list">
            {options.map((option) => (
              <li key={option.id}>
                <span>
                  <OptionLabel {...option} />
                </span>
                {!option.isDisabled && (
                  <Button
                    type="submit"
                    name={chooseButton.name}
                    value={option.id}
                    variant="outline"
                    size="small"
                  >
                    <span>{chooseButton.label}</span> <span className="visually-hidden">{option.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        ))}
    </div>
  )
}

const OptionLabel = ({ name, aside, body }: SearchOption) => (
  <span className="picker-option">
    <strong>{name}</strong> {aside}
    {body}
  </span>
)

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()

const neverChanges = () => () => {}
const useIsHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
