import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/** Whoever has not stirred in the list for so long aims at nothing in it. */
const AIMED_MILLISECONDS = 10_000

/**
 * Whether somebody points at something in a list or works in it by keys, so that nothing may move under their hands.
 * `whileFocused`: the focus alone is enough, for as long as it stays; a row that is moved or goes would lose it.
 */
export function useAimedList({ whileFocused = false } = {}) {
  const list = useRef<HTMLDivElement>(null)
  const stirred = useRef(0)
  const [isAimed, setAimed] = useState(false)
  const holdsFocus = () => list.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (!isAimed) return undefined
    const timer = setInterval(() => {
      if (Date.now() - stirred.current > AIMED_MILLISECONDS && !(whileFocused && holdsFocus())) setAimed(false)
    }, 1_000)
    return () => clearInterval(timer)
  }, [isAimed, whileFocused])

  const stir = () => {
    stirred.current = Date.now()
    setAimed(true)
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger that is lifted may be about to press again.
    if (pointerType !== 'touch' && !holdsFocus()) setAimed(false)
  }
  const blur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget as Node | null) && !list.current?.matches(':hover')) setAimed(false)
  }
  return {
    isAimed,
    /** For a button that lets everything in at once: it goes when it is pressed, and the first row takes the focus. */
    letGo: () => {
      setAimed(false)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tbody a')?.focus())
    },
    /** What the element around the list takes. */
    around: { ref: list, onPointerMove: stir, onPointerDown: stir, onKeyDown: stir, onFocus: stir, onPointerLeave: leave, onBlur: blur },
  }
}
