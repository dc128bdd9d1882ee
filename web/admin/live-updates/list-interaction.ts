import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/** Whoever has not stirred in the list for so long aims at nothing in it. */
const INTERACTION_TIMEOUT_MS = 10_000

/**
 * Whether somebody points at something in a list or works in it by keys, so that nothing may move under their hands.
 * `whileFocused`: the focus alone is enough, for as long as it stays; a row that is moved or goes would lose it.
 */
export function useListInteraction({ whileFocused = false } = {}) {
  const list = useRef<HTMLDivElement>(null)
  const lastActivity = useRef(0)
  const [isInteracting, setInteracting] = useState(false)
  const hasFocus = () => list.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (!isInteracting) return undefined
    const timer = setInterval(() => {
      if (Date.now() - lastActivity.current > INTERACTION_TIMEOUT_MS && !(whileFocused && hasFocus())) setInteracting(false)
    }, 1_000)
    return () => clearInterval(timer)
  }, [isInteracting, whileFocused])

  const markActive = () => {
    lastActivity.current = Date.now()
    setInteracting(true)
  }
  const handlePointerLeave = ({ pointerType }: PointerEvent) => {
    // A finger that is lifted may be about to press again.
    if (pointerType !== 'touch' && !hasFocus()) setInteracting(false)
  }
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget as Node | null) && !list.current?.matches(':hover')) setInteracting(false)
  }
  return {
    isInteracting,
    /** For a button that lets everything in at once: it goes when it is pressed, and the first row takes the focus. */
    resetInteraction: () => {
      setInteracting(false)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tbody a')?.focus())
    },
    /** What the element around the list takes. */
    containerProps: { ref: list, onPointerMove: markActive, onPointerDown: markActive, onKeyDown: markActive, onFocus: markActive, onPointerLeave: handlePointerLeave, onBlur: handleBlur },
  }
}
