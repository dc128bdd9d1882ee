import { useEffect, useRef, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import type { StockTakeLine } from '#features/stock/stock-takes/stock-take.ts'
import { sendEntries } from '#kit/actions/unsaved-changes.ts'
import type { StockTakeResult } from './stock-take-result.ts'

type Draft = { version: number; lines: StockTakeLine[] }

/** Saves the counts during counting, one save after another, because each creates the next version. */
export function useLiveSave(form: RefObject<HTMLFormElement | null>, loaded: Draft) {
  const { state, data, submit } = useFetcher<StockTakeResult>()
  /** Products to add; null means counts only. */
  const waiting = useRef<(string | null)[]>([])
  const waitingButton = useRef<HTMLElement | null>(null)
  const isBusy = state !== 'idle'
  /** A ref, because state is rendered later: the saves of two quick keys would have the same version. */
  const isSending = useRef(false)
  const settleEntries = useRef<(isSaved: boolean) => void>(() => {})
  const send = (productId: string | null) => {
    if (!form.current) return
    const counts = new FormData(form.current)
    counts.set('intent', 'save-live')
    if (productId !== null) counts.set('add', productId)
    isSending.current = true
    settleEntries.current = sendEntries(form.current)
    void submit(counts, { method: 'post' })
  }
  useEffect(() => {
    if (isBusy) return
    isSending.current = false
    settleEntries.current(data?.kind === 'done')
    const next = waiting.current.shift()
    if (next !== undefined) return send(next)
    const button = waitingButton.current
    waitingButton.current = null
    if (button) form.current?.requestSubmit(button)
    // After each save.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy, data])
  const isRefused = data !== undefined && data.kind !== 'done'
  return {
    version: Math.max(loaded.version, data?.version ?? 0),
    lines: data?.lines ?? loaded.lines,
    errors: isRefused ? data.errors : undefined,
    /** Field errors are shown at the fields. */
    message: isRefused && Object.keys(data.errors ?? {}).length === 0 ? data.message : undefined,
    /** Takes the product to add, or null. */
    save: (productId: string | null) => {
      if (!isSending.current) send(productId)
      // One save contains all counts.
      else if (productId !== null || waiting.current.length === 0) waiting.current.push(productId)
    },
    /** Whether the form is sent after the pending saves. */
    sendAfterSave: (submitter: HTMLElement | null): boolean => {
      if (!isSending.current) return false
      waitingButton.current = submitter
      return true
    },
  }
}
