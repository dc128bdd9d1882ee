import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useIsLive } from '#web/cart/store/use-cart.ts'

/** For a button that waits for the page's scripts: the sentence that stands in it once it is pressed (catalogue.css). */
const WAITS = { 'data-waits': messages.oneMoment, 'aria-disabled': true } as const
const LIVE = {}

/**
 * For a button that only scripts can answer: a press that came before them counts once they are there. Until then the page's
 * first script marks it as pressed (server/pages/inline-scripts.ts).
 */
export function usePressBeforeScripts() {
  const ref = useRef<HTMLButtonElement>(null)
  const isLive = useIsLive()
  useEffect(() => {
    const button = ref.current
    if (!isLive || button?.dataset['pressed'] === undefined) return
    delete button.dataset['pressed']
    button.click()
  }, [isLive])
  return { ref, isLive, waiting: isLive ? LIVE : WAITS }
}
