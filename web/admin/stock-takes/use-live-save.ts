import { useEffect, useRef, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import type { StockTakeLine } from '#shop/stock/stock-takes/stock-take.ts'
import type { StockTakeResult } from './stock-take-result.ts'

type Draft = { version: number; lines: StockTakeLine[] }

/** Saves the counts while somebody goes on counting, one save after another, because each makes the next version. */
export function useLiveSave(form: RefObject<HTMLFormElement | null>, loaded: Draft) {
  const { state, data, submit } = useFetcher<StockTakeResult>()
  const isWaiting = useRef(false)
  const waitingButton = useRef<HTMLElement | null>(null)
  const isBusy = state !== 'idle'
  const send = () => {
    isWaiting.current = false
    if (!form.current) return
    const counts = new FormData(form.current)
    counts.set('intent', 'save-live')
    void submit(counts, { method: 'post' })
  }
  useEffect(() => {
    if (isBusy) return
    const button = waitingButton.current
    waitingButton.current = null
    if (button) {
      isWaiting.current = false
      form.current?.requestSubmit(button)
    } else if (isWaiting.current) send()
    // After each save.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy])
  const isRefused = data !== undefined && data.kind !== 'done'
  return {
    version: Math.max(loaded.version, data?.version ?? 0),
    lines: data?.lines ?? loaded.lines,
    errors: isRefused ? data.errors : undefined,
    message: isRefused ? data.message : undefined,
    cause: isRefused ? data : undefined,
    save: () => {
      if (isBusy) isWaiting.current = true
      else send()
    },
    /** Whether the form is sent after the save that is under way. */
    sendAfterSave: (submitter: HTMLElement | null): boolean => {
      if (!isBusy) return false
      waitingButton.current = submitter
      return true
    },
  }
}
