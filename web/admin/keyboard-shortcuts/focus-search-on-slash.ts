import { useEffect, type RefObject } from 'react'
import { isPageShortcut } from './keyboard-shortcuts.ts'

/** Focuses the search box on `/`, unless the user is typing, a dialog is open or a modifier is held. */
export function useFocusSearchOnSlash(searchInput: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPageShortcut(event)) return
      event.preventDefault()
      searchInput.current?.focus()
      searchInput.current?.select()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [searchInput])
}
