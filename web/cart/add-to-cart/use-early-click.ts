import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useIsHydrated } from '#web/cart/store/use-cart.ts'

/** The text is shown if the button is clicked before hydration (catalogue.css). */
const WAITING_PROPS = { 'data-waits': messages.pleaseWait, 'aria-disabled': true } as const
const HYDRATED_PROPS = {}

/** Replays a click made before hydration, which web/client/page-start/page-start.ts records in `data-pressed`. */
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
