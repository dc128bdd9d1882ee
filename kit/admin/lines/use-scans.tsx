import { useEffect, useEffectEvent, type RefObject } from 'react'
import { createScanReader } from './read-scan.ts'

/**
 * Accepts scans wherever the focus is, and restores the value of the focused field. Inside a dialog, works
 * while it is open; on a page, while no dialog is.
 */
export function useScans(part: RefObject<Element | null>, onScan: (code: string) => void, isUsed = true) {
  const takeScan = useEffectEvent(onScan)
  useEffect(() => {
    if (!isUsed) return undefined
    const readKey = createScanReader()
    /** The focused field's value before each digit. */
    let values: string[] = []
    const handleKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp, repeat } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const step = readKey(repeat ? '' : key, timeStamp)
      if (!step) return
      if ('digits' in step) {
        values = [...values.slice(0, step.digits - 1), (target as HTMLInputElement).value]
        return
      }
      const openDialog = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (!part.current || (part.current.closest('dialog') ?? undefined) !== openDialog) return
      event.preventDefault()
      event.stopPropagation()
      enterValue(target, values[step.typedBefore])
      takeScan(step.code)
    }
    document.addEventListener('keydown', handleKey, true)
    return () => document.removeEventListener('keydown', handleKey, true)
  }, [part, isUsed])
}

/** Scans fill in a form's barcode; the scanner's Enter would otherwise send the form. */
export function useBarcodeScans(form: RefObject<HTMLFormElement | null>) {
  useScans(form, (code) => {
    const field = form.current?.elements.namedItem('barcode')
    if (!(field instanceof HTMLInputElement)) return
    enterValue(field, code)
    field.focus()
  })
}

/** Sets the value as typing would. */
function enterValue(field: EventTarget | null, value: string | undefined) {
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  if (!isField || value === undefined || field.value === value) return
  // React's own setter on each field would hide the change from React.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}
