import { useEffect, useRef, useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False on the server and in the first client render, so that both match. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )

/** Without a text, because one “…” would double the memory and encoding time of the page's string. */
const WAITING_PROPS = { 'data-waits': '', 'aria-disabled': true } as const
const HYDRATED_PROPS = {}

/** Replays a click made before hydration, which kit/page-start/page-start.ts records in `data-pressed`. */
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
