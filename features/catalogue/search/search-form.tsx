import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { MAX_SEARCH_LENGTH, parseSearchText } from '#features/catalogue/storefront/search-text.ts'
import { lazyModule } from '#kit/hydration/lazy-module.ts'
import { SearchIcon } from '#kit/display/icons.tsx'
import { recordSearch } from './search-history.tsx'

const lazyCombobox = lazyModule(() => import('./search-combobox.tsx'))

/** A plain form; suggestions are loaded with the first focus. */
export function SearchForm({ id, isInPopover }: { id: string; isInPopover?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  const combobox = lazyCombobox.useModule(isUsed)
  const { key, pathname, search } = useLocation()
  const searched = (pathname === '/products' && parseSearchText(new URLSearchParams(search).get('q'))) || ''
  const shownKey = useRef(key)
  useEffect(() => {
    // Focus and text may have come before hydration.
    if (document.activeElement === input.current) setUsed(true)
  }, [])
  // Before the page is painted, otherwise it would remove what is typed there.
  useLayoutEffect(() => {
    if (shownKey.current !== key) input.current!.value = searched
    shownKey.current = key
  }, [key, searched])
  // Saved on arrival, because a form may be sent before this module is loaded.
  useEffect(() => {
    if (searched) recordSearch(searched)
  }, [searched])
  return (
    <Form discover="none" role="search" action="/products" className="search-form">
      <label htmlFor={id} className="visually-hidden">
        Search products
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        name="q"
        className="input"
        placeholder="Search products"
        defaultValue={searched}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        // Only opening the popover focuses it, which brings up the keyboard of a phone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isInPopover}
        onFocus={() => setUsed(true)}
      />
      <button type="submit" className="icon-button" aria-label="Search">
        <SearchIcon />
      </button>
      {combobox && combobox !== 'failed' && <combobox.Suggestions input={input} />}
    </Form>
  )
}
