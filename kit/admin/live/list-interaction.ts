import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

const INTERACTION_TIMEOUT_MS = 10_000

/** `whileFocused`: focus alone counts as interaction, because a moved or removed row would lose it. */
export function useListInteraction({ whileFocused = false } = {}) {
  const list = useRef<HTMLDivElement>(null)
  const lastActivity = useRef(0)
  const [isInteracting, setInteracting] = useState(false)
  const hasFocus = () => list.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (!isInteracting) return undefined
    const timer = setInterval(() => {
      if (Date.now() - lastActivity.current > INTERACTION_TIMEOUT_MS && !(whileFocused && hasFocus()))
        setInteracting(false)
    }, 1_000)
    return () => clearInterval(timer)
  }, [isInteracting, whileFocused])

  const markActive = () => {
    lastActivity.current = Date.now()
    setInteracting(true)
  }
  const handlePointerLeave = ({ pointerType }: PointerEvent) => {
    // On a touch screen, the next tap may follow.
    if (pointerType !== 'touch' && !hasFocus()) setInteracting(false)
  }
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget) && !list.current?.matches(':hover')) setInteracting(false)
  }
  return {
    isInteracting,
    /** Call from a button that unfreezes the list; it disappears, so the first row takes the focus. */
    resetInteraction: () => {
      setInteracting(false)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tbody a')?.focus())
    },
    containerProps: {
      ref: list,
      onPointerMove: markActive,
      onPointerDown: markActive,
      onKeyDown: markActive,
      onFocus: markActive,
      onPointerLeave: handlePointerLeave,
      onBlur: handleBlur,
    },
  }
}
