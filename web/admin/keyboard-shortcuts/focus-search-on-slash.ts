import { useEffect, type RefObject } from 'react'
import { isForPage } from './keyboard-shortcuts.ts'

/** `/` goes to the search box (B27): not while somebody writes, not behind a dialog, not with a modifier. */
export function useSlashFocus(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isForPage(event)) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box])
}
