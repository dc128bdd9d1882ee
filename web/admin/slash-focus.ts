import { useEffect, type RefObject } from 'react'

/** `/` goes to the search box (B27): not while somebody writes, not behind a dialog, not with a modifier. */
export function useSlashFocus(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box])
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
