import { useEffect, useState } from 'react'
import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import { messages } from '#shop/messages/messages.ts'
import { getLocalStorage } from '#features/cart/store/use-cart.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import { createSignal, useSignal } from '#kit/hydration/signal.ts'
import { AVOIDED_ALLERGENS_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { NotCheckedMark } from './not-checked-mark.tsx'

const importMarks = () => import('./avoided-marks.tsx')
/** Null for shoppers without a list, who load nothing more. */
const loadedMarks = createSignal<Awaited<ReturnType<typeof importMarks>> | 'failed' | null>(null)
const hasList = () => getLocalStorage()?.getItem(AVOIDED_ALLERGENS_STORAGE_KEY)

export async function loadMarks() {
  try {
    const marks = await importMarks()
    loadedMarks.set(marks)
    return marks
  } catch (error) {
    loadedMarks.set('failed')
    throw error
  }
}
const tryLoadMarks = () => void loadMarks().catch(() => undefined)
if (!import.meta.env.SSR && hasList()) tryLoadMarks()

/**
 * Renders nothing on the server, because pages are cached for everybody and only the browser knows the list.
 * Reports allergens that could not be read.
 */
export function AllergenMark(props: { allergens: AllergenBits | undefined; isShort?: boolean }) {
  const marks = useSignal(loadedMarks)
  // Each page retries what failed.
  useEffect(() => {
    if (loadedMarks.get() === 'failed') tryLoadMarks()
  }, [])
  if (marks === 'failed') return hasList() ? <NotCheckedMark /> : null
  return marks && <marks.AvoidedMark {...props} />
}

/** A click loads the editor; on a slow connection, further clicks would open it again. */
export function AvoidedAllergensButton() {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const { ref, waitingProps } = useEarlyClick()
  const open = async (opener: HTMLElement) => {
    if (state === 'loading') return
    // Chromium remembers a failed import until the page is reloaded.
    if (state === 'failed') return location.reload()
    setState('loading')
    try {
      const marks = await loadMarks()
      await marks.openAvoidedEditor(opener)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="link needs-script min-h-11"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => void open(currentTarget)}
        {...waitingProps}
      >
        Things I avoid
      </button>
      {state === 'failed' && (
        <span role="alert" className="field-error">
          {messages.serverUnreachable}
        </span>
      )}
    </>
  )
}
