import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, type RefObject } from 'react'
import { countOfProducts } from '#features/catalogue/products/product-count.ts'
import { parseSearchText } from '#features/catalogue/storefront/search-text.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { forgetAllSearches, forgetSearch, readSearchHistory } from './search-history.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { createSuggestionOptions } from './suggestion-options.ts'
import { useSuggestions } from './use-suggestions.tsx'

/** Turns the search box into a combobox, as in the ARIA Authoring Practices: list popup, manual selection. */
export function Suggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const listId = useId()
  // Typed before this module was loaded.
  const [text, setText] = useState(() => parseSearchText(input.current?.value) ?? '')
  const [isOpen, setOpen] = useState(() => isBeingTyped(input.current))
  const [activeIndex, setActiveIndex] = useState(NONE)
  const [history, setHistory] = useState(readSearchHistory)
  const suggestions = useSuggestions(isOpen ? text : '')
  const options = createSuggestionOptions({ text, suggestions, history })
  const isShown = isOpen && options.length > 0
  const idOf = (index: number) => `${listId}-${index}`

  const close = () => {
    // The announcement about the list would otherwise remain after it.
    if (isShown) announce('')
    setOpen(false)
    setActiveIndex(NONE)
  }
  const forget = (search: string) => {
    setHistory(forgetSearch(search))
    setActiveIndex(NONE)
    announce(`${search} removed`)
  }
  const handleInput = useEffectEvent(() => {
    setText(parseSearchText(input.current!.value) ?? '')
    setActiveIndex(NONE)
    setOpen(true)
  })
  /** A letter may be typed between the first rendering and the listeners. */
  const hasMissedInput = useEffectEvent(() => (parseSearchText(input.current!.value) ?? '') !== text)
  const handleFocus = useEffectEvent(() => {
    setHistory(readSearchHistory())
    if (!input.current!.value) setOpen(true)
  })
  const move = (step: 1 | -1) => {
    if (!isShown) return setOpen(true)
    // The text itself is one of the stops.
    const stops = options.length + 1
    setActiveIndex(((activeIndex + 1 + step + stops) % stops) - 1)
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const active = isShown ? options[activeIndex] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && active) document.getElementById(idOf(activeIndex))?.click()
    else if (event.key === 'Escape' && isShown) close()
    else if (event.key === 'Delete' && active?.kind === 'history') forget(active.search)
    else {
      if (MOVES_CARET.has(event.key)) setActiveIndex(NONE)
      return
    }
    event.preventDefault()
  })
  const handleSubmit = useEffectEvent(close)
  const handleFocusOut = useEffectEvent((event: FocusEvent) => {
    if (!input.current?.form?.contains(event.relatedTarget as Node | null)) close()
  })

  // Before the list is painted, because a key pressed as soon as it is visible must count.
  useLayoutEffect(() => {
    const box = input.current
    const form = box?.form
    if (!box || !form) return undefined
    const stop = new AbortController()
    const { signal } = stop
    box.addEventListener('input', () => handleInput(), { signal })
    box.addEventListener('focus', () => handleFocus(), { signal })
    box.addEventListener('keydown', (event) => handleKey(event), { signal })
    form.addEventListener('submit', () => handleSubmit(), { signal })
    form.addEventListener('focusout', (event) => handleFocusOut(event), { signal })
    if (hasMissedInput()) box.dispatchEvent(new Event('input'))
    return () => stop.abort()
  }, [input])

  useEffect(() => {
    const active = isShown && activeIndex !== NONE ? `${listId}-${activeIndex}` : null
    setAttributes(input.current, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown),
      'aria-controls': isShown ? listId : null,
      'aria-activedescendant': active,
    })
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [input, isShown, activeIndex, listId])

  useEffect(() => {
    if (!suggestions) return
    const { products, categories, correctedSearch } = suggestions
    const counted = `${countOfProducts(products.length)} and ${categories.length === 1 ? '1 category' : `${categories.length} categories`}`
    announce(
      products.length + categories.length === 0
        ? 'No suggestions'
        : `${counted} suggested${correctedSearch ? ` for “${correctedSearch}”` : ''}`,
    )
  }, [suggestions])

  if (!isShown) return null
  return (
    <SuggestionList
      id={listId}
      options={options}
      activeIndex={activeIndex}
      idOf={idOf}
      correctedSearch={suggestions?.correctedSearch ?? null}
      onChoose={close}
      onForget={forget}
      onForgetAll={() => {
        setHistory(forgetAllSearches())
        input.current?.focus()
        announce('Searches removed')
      }}
    />
  )
}

const NONE = -1
const MOVES_CARET = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight'])

/** A newly opened page of results focuses its box although nothing is being typed. */
const isBeingTyped = (box: HTMLInputElement | null) =>
  box !== null && box === document.activeElement && (box.value === '' || box.value !== box.defaultValue)

function setAttributes(element: Element | null, attributes: Record<string, string | null>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element?.removeAttribute(name)
    else element?.setAttribute(name, value)
  }
}
