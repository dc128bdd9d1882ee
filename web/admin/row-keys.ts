import type { KeyboardEvent, RefObject } from 'react'

const STEPS: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => Math.min(place + 1, count - 1),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_place, count) => count - 1,
}
const CONTROLS = 'a, button, input'

/** B27: arrows go from row to row and stay in their column; Enter opens what has the focus, as it does anyway. */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  return (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const row = (event.target as HTMLElement).closest('tbody tr')
    if (!step || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
    const column = [...row.querySelectorAll(CONTROLS)].indexOf(event.target as HTMLElement)
    const next = rows[step(rows.indexOf(row), rows.length)]
    const controls = next?.querySelectorAll<HTMLElement>(CONTROLS)
    const target = controls?.[column] ?? controls?.[0]
    if (!target) return
    event.preventDefault()
    target.focus()
  }
}
