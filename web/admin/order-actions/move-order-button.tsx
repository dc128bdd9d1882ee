import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button, type ButtonProps } from '#web/ui/form/button.tsx'

/** The second click of a double click was meant for the button that this one replaced. */
export const DOUBLE_PRESS_GUARD_MS = 1_500

const STATUS_SHORTCUT = { processing: 'p', shipped: 's', delivered: 'd' } as const
type Step = { to: keyof typeof STATUS_SHORTCUT; label: string }
type MoveOrderButtonProps = Omit<ButtonProps, 'children'> & { step: Step; hasJustMoved?: boolean }

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
  const key = STATUS_SHORTCUT[step.to]
  return (
    <Button
      {...props}
      type="submit"
      name="intent"
      value="move"
      data-key={key}
      data-waits={(isGuarded && !pending) || undefined}
      aria-keyshortcuts={key}
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
