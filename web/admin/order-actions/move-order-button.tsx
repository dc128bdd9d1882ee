import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { OrderStep } from '#shop/orders/order-status.ts'
import { Button, type ButtonProps } from '#web/ui/form/button.tsx'

/** The second click of a double click was meant for the button that this one replaced. */
export const DOUBLE_PRESS_GUARD_MS = 1_500

type MoveOrderButtonProps = Omit<ButtonProps, 'children'> & { step: OrderStep; hasJustMoved?: boolean }

export function MoveOrderButton({
  step,
  hasJustMoved = false,
  pending = false,
  ...props
}: MoveOrderButtonProps) {
  const hasJustChanged = useHasJustChanged(step.to)
  const isGuarded = hasJustChanged || hasJustMoved
  const preventRepeat = (event: MouseEvent | KeyboardEvent) => {
    if (event.type === 'click' ? event.detail > 1 : (event as KeyboardEvent).repeat) event.preventDefault()
  }
  return (
    <Button
      {...props}
      type="submit"
      name="intent"
      value="move"
      data-key={step.key}
      data-waits={(isGuarded && !pending) || undefined}
      aria-keyshortcuts={step.key}
      pending={pending || isGuarded}
      onClick={preventRepeat}
      onKeyDown={preventRepeat}
    >
      {step.label}
    </Button>
  )
}

function useHasJustChanged(value: string): boolean {
  const [tracked, setTracked] = useState({ value, hasJustChanged: false })
  if (tracked.value !== value) setTracked({ value, hasJustChanged: true })
  useEffect(() => {
    if (!tracked.hasJustChanged) return undefined
    const timer = setTimeout(() => setTracked({ value, hasJustChanged: false }), DOUBLE_PRESS_GUARD_MS)
    return () => clearTimeout(timer)
  }, [tracked, value])
  return tracked.value !== value || tracked.hasJustChanged
}
