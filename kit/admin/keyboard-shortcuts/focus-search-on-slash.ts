import { useEffect, type RefObject } from 'react'
import { isPageShortcut } from './keyboard-shortcuts.ts'

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
