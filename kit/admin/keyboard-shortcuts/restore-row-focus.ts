import { useEffect, useRef } from 'react'

export function useRestoreRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const rowIndex = useRef<number>(null)
  const wasOnLink = useRef(false)
  useEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body
    if (rowIndex.current === null || !isFocusLost || document.querySelector('dialog[open]')) return
    const rows = list.current?.querySelectorAll('tbody tr')
    const row = rows?.[Math.min(rowIndex.current, rows.length - 1)]
    // From a link the focus moves to a link, so that Enter opens an order and never changes its status.
    const button = wasOnLink.current ? undefined : row?.querySelector<HTMLElement>('button[value=move]')
    const target = button ?? row?.querySelector<HTMLElement>('a')
    target?.focus()
    rowIndex.current = null
  })
  return {
    list,
    rememberRow() {
      const row = document.activeElement?.closest('tbody tr')
      wasOnLink.current = document.activeElement?.tagName === 'A'
      if (row?.parentElement) rowIndex.current = [...row.parentElement.children].indexOf(row)
    },
  }
}
