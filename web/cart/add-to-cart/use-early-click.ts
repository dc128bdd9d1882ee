import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useIsHydrated } from '#web/cart/store/use-cart.ts'

/** For a button that waits for the page's scripts: the sentence that stands in it once it is pressed (catalogue.css). */
const WAITING_PROPS = { 'data-waits': messages.pleaseWait, 'aria-disabled': true } as const
const HYDRATED_PROPS = {}

/**
 * For a button that only scripts can answer: a press that came before them counts once they are there. Until then the page's
 * first script marks it as pressed (server/pages/inline-scripts.ts).
 */
export function useEarlyClick() {
  const ref = useRef<HTMLButtonElement>(null)
  const isHydrated = useIsHydrated()
  useEffect(() => {
    const button = ref.current
    if (!isHydrated || button?.dataset['pressed'] === undefined) return
    delete button.dataset['pressed']
    button.click()
  }, [isHydrated])
  return { ref, isHydrated, waitingProps: isHydrated ? HYDRATED_PROPS : WAITING_PROPS }
}
