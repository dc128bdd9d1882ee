import { useEffect } from 'react'

const SHORTCUTS_DISABLED_KEY = 'admin-keys-off'
const SHORTCUT_SELECTOR = '[data-key]'
const ROW_LIST_SELECTOR = '[data-rows]'

/** WCAG 2.1.4 requires that single-character shortcuts can be turned off. */
export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS_DISABLED_KEY) === null
  } catch {
    return true
  }
}

export function setShortcutsEnabled(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(SHORTCUTS_DISABLED_KEY)
    else localStorage.setItem(SHORTCUTS_DISABLED_KEY, '1')
  } catch {}
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
    ))

export const isPageShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTextInput(event.target) &&
  !document.querySelector('dialog[open]') &&
  areShortcutsEnabled()

/** With Caps Lock on, a shortcut for one order must not change all selected ones. */
const isByCapsLock = ({ key, shiftKey }: KeyboardEvent) => /^[A-Z]$/.test(key) && !shiftKey

const ROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** A key clicks the control with that `data-key`, preferring the focused row. */
export function useKeyboardShortcuts() {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isPageShortcut(event) || isByCapsLock(event)) return
      const row = document.activeElement?.closest<HTMLElement>(`${ROW_LIST_SELECTOR} tbody tr`)
      const step = ROW_STEPS[event.key]
      const target = step === undefined ? undefined : findAdjacentRow(row, step)
      if (target) {
        event.preventDefault()
        target.querySelector<HTMLElement>('a')?.focus()
        target.scrollIntoView({ block: 'nearest' })
        return
      }
      // Key repeat must not run through several status transitions.
      if (event.repeat) return
      const control = findControl(event.key, row)
      if (control && (!row?.contains(control) || isRowIdle(row) || control.matches('[data-at-once]'))) {
        event.preventDefault()
        control.click()
      } else if (row && !isRowIdle(row)) clickWhenRowIdle(event.key, row)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function findAdjacentRow(row: HTMLElement | null | undefined, step: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(`${ROW_LIST_SELECTOR} tbody tr`)]
  const index = row ? rows.indexOf(row) + step : step > 0 ? 0 : rows.length - 1
  return rows[Math.min(Math.max(index, 0), rows.length - 1)]
}

const isRowIdle = (row: HTMLElement) => row.querySelector(`${SHORTCUT_SELECTOR}[aria-disabled=true]`) === null
const findRowControl = (key: string, row: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>(SHORTCUT_SELECTOR)].find((control) => control.dataset['key'] === key)

const ROW_PENDING_TIMEOUT_MS = 10_000

/** A key pressed while the row is pending waits; it is dropped if the updated row has no such control. */
function clickWhenRowIdle(key: string, row: HTMLElement) {
  const clickIfIdle = () => {
    // An order event can show the next button while the row is still pending.
    if (row.isConnected && !isRowIdle(row)) return
    stop()
    if (row.isConnected) findRowControl(key, row)?.click()
  }
  const observer = new MutationObserver(clickIfIdle)
  const timer = setTimeout(() => stop(), ROW_PENDING_TIMEOUT_MS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(row, { subtree: true, childList: true, attributes: true })
}

function findControl(key: string, row: HTMLElement | null | undefined): HTMLElement | undefined {
  const isOutsideRows = (control: HTMLElement) =>
    control.dataset['key'] === key && !control.closest(ROW_LIST_SELECTOR)
  return (
    (row && findRowControl(key, row)) ??
    [...document.querySelectorAll<HTMLElement>(SHORTCUT_SELECTOR)].find(isOutsideRows)
  )
}
