import { useEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place in a list whose rows change or go when something was done to them: the row that is then
 * in that place takes the focus, so that one order after the other can be worked through.
 */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const place = useRef<number>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (place.current === null || !isLost || document.querySelector('dialog[open]')) return
    const rows = list.current?.querySelectorAll('tbody tr')
    const row = rows?.[Math.min(place.current, rows.length - 1)]
    const target = row?.querySelector<HTMLElement>('button[value=move]') ?? row?.querySelector<HTMLElement>('a')
    target?.focus()
    place.current = null
  })
  return {
    list,
    /** Called before something is done to the row that has the focus. */
    remember() {
      const row = document.activeElement?.closest('tbody tr')
      if (row?.parentElement) place.current = [...row.parentElement.children].indexOf(row)
    },
  }
}
