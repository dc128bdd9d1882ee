import { useEffect } from 'react'

const SWITCHED_OFF = 'admin-keys-off'
const KEY = '[data-key]'
const ROWS = '[data-rows]'

/** Whoever dictates, or hits keys by mistake, can do without them (WCAG 2.1.4); then only the buttons are left. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCHED_OFF) === null
  } catch {
    return true
  }
}

export function switchKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(SWITCHED_OFF)
    else localStorage.setItem(SWITCHED_OFF, '1')
  } catch {
    // A browser that forbids storage keeps the keys on.
  }
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'))

/** Whether a key that was pressed is meant for the page: not while somebody writes, not behind a dialog, not with a modifier. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isWriting(event.target) &&
  !document.querySelector('dialog[open]') && areKeysOn()

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * Keys of a screen (B27): a letter presses the control that carries it as `data-key`, in the row that has the focus
 * before anywhere else; in a list that carries `data-rows`, arrows go from row to row.
 */
export function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const row = document.activeElement?.closest<HTMLElement>(`${ROWS} tbody tr`)
      const step = STEPS[event.key]
      const target = step === undefined ? undefined : rowBeside(row, step)
      if (target) {
        event.preventDefault()
        target.querySelector<HTMLElement>('a')?.focus()
        target.scrollIntoView({ block: 'nearest' })
        return
      }
      // A key that is held down must not work through an order's steps.
      if (event.repeat) return
      const control = controlOf(event.key, row)
      // What a row is waiting for says nothing about what can be done at once.
      if (control && (!row?.contains(control) || isAnswered(row) || control.matches('[data-at-once]'))) {
        event.preventDefault()
        control.click()
      } else if (row && !isAnswered(row)) pressOnceThere(event.key, row)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function rowBeside(row: HTMLElement | null | undefined, step: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(`${ROWS} tbody tr`)]
  const place = row ? rows.indexOf(row) + step : step > 0 ? 0 : rows.length - 1
  return rows[Math.min(Math.max(place, 0), rows.length - 1)]
}

const isAnswered = (row: HTMLElement) => row.querySelector(`${KEY}[aria-disabled=true]`) === null
const ofRow = (key: string, row: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>(KEY)].find((control) => control.dataset['key'] === key)

const ANSWERED_WITHIN_MILLISECONDS = 10_000

/**
 * Whoever knows the way of an order presses its next step before the one before has been answered: it follows the answer.
 * What the answer does not offer was mistyped, and is forgotten.
 */
function pressOnceThere(key: string, row: HTMLElement) {
  const look = () => {
    // News of the order can show its next button before the answer has come, and until then nothing is sent by it.
    if (row.isConnected && !isAnswered(row)) return
    stop()
    if (row.isConnected) ofRow(key, row)?.click()
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop(), ANSWERED_WITHIN_MILLISECONDS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(row, { subtree: true, childList: true, attributes: true })
}

function controlOf(key: string, row: HTMLElement | null | undefined): HTMLElement | undefined {
  const isElsewhere = (control: HTMLElement) => control.dataset['key'] === key && !control.closest(ROWS)
  return (row && ofRow(key, row)) ?? [...document.querySelectorAll<HTMLElement>(KEY)].find(isElsewhere)
}
