import { useEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place in a list whose rows change or go when something was done to them: the row that is then
 * in that place takes the focus, so that one order after the other can be worked through.
 */
export function useRestoreRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const rowIndex = useRef<number>(null)
  const wasOnLink = useRef(false)
  useEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body
    if (rowIndex.current === null || !isFocusLost || document.querySelector('dialog[open]')) return
    const rows = list.current?.querySelectorAll('tbody tr')
    const row = rows?.[Math.min(rowIndex.current, rows.length - 1)]
    // Whoever goes from row to row by keys stays on the links: Enter opens there, and takes no step.
    const button = wasOnLink.current ? undefined : row?.querySelector<HTMLElement>('button[value=move]')
    const target = button ?? row?.querySelector<HTMLElement>('a')
    target?.focus()
    rowIndex.current = null
  })
  return {
    list,
    /** Called before something is done to the row that has the focus. */
    rememberRow() {
      const row = document.activeElement?.closest('tbody tr')
      wasOnLink.current = document.activeElement?.tagName === 'A'
      if (row?.parentElement) rowIndex.current = [...row.parentElement.children].indexOf(row)
    },
  }
}
