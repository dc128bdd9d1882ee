import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button, type ButtonProps } from '#kit/form/button.tsx'

/** The second click of a double click was meant for the previous button. */
export const DOUBLE_PRESS_GUARD_MS = 1_500

type GuardedButtonProps = ButtonProps & {
  /** Whether the button's action has just changed; it then ignores clicks for a while. */
  isGuarded: boolean
}

/** A form button that may appear, or change, under a pointer that clicks twice. */
export function GuardedButton({ isGuarded, pending = false, ...props }: GuardedButtonProps) {
  return (
    <Button
      {...props}
      data-waits={(isGuarded && !pending) || undefined}
      pending={pending || isGuarded}
      onClick={(event) => {
        preventRepeat(event)
        if (!event.defaultPrevented) props.onClick?.(event)
      }}
      onKeyDown={preventRepeat}
    />
  )
}

function preventRepeat(event: MouseEvent | KeyboardEvent) {
  if (event.type === 'click' ? event.detail > 1 : (event as KeyboardEvent).repeat) event.preventDefault()
}

/** True from a change of the value until 1.5 s after it. */
export function useHasJustChanged(value: string | number): boolean {
  const [tracked, setTracked] = useState({ value, hasJustChanged: false })
  if (tracked.value !== value) setTracked({ value, hasJustChanged: true })
  useEffect(() => {
    if (!tracked.hasJustChanged) return undefined
    const timer = setTimeout(() => setTracked({ value, hasJustChanged: false }), DOUBLE_PRESS_GUARD_MS)
    return () => clearTimeout(timer)
  }, [tracked, value])
  return tracked.value !== value || tracked.hasJustChanged
}
