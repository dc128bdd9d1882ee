import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button, type ButtonProps } from '#web/ui/form/button.tsx'

/** A button that comes in the place of another waits for so long: the second of two presses was meant for the first. */
export const STEP_WAIT_MILLISECONDS = 1_500

/** 'Process', 'Ship' and 'Mark Delivered' by the letter of what the order then is. */
const STEP_KEY = { processing: 'p', shipped: 's', delivered: 'd' } as const
type Step = { to: keyof typeof STEP_KEY; label: string }
type StepButtonProps = Omit<ButtonProps, 'children'> & {
  step: Step
  /** Other rows have come into this place just now. */
  isSettling?: boolean
}

/**
 * Takes an order one step forward. After the answer the next step stands in the same place: it waits before it can be pressed, and a
 * key that is held down does not take it either.
 */
export function StepButton({ step, isSettling = false, pending = false, ...props }: StepButtonProps) {
  const isNew = useIsNew(step.to)
  const waits = isNew || isSettling
  const onlyOnce = (event: MouseEvent | KeyboardEvent) => {
    if (event.type === 'click' ? event.detail > 1 : (event as KeyboardEvent).repeat) event.preventDefault()
  }
  const key = STEP_KEY[step.to]
  return (
    <Button
      {...props}
      type="submit"
      name="intent"
      value="move"
      data-key={key}
      data-waits={(waits && !pending) || undefined}
      aria-keyshortcuts={key}
      pending={pending || waits}
      onClick={onlyOnce}
      onKeyDown={onlyOnce}
    >
      {step.label}
    </Button>
  )
}

/** Whether this has taken the place of something else just now; what the page came with has not. */
function useIsNew(value: string): boolean {
  const [seen, setSeen] = useState({ value, isNew: false })
  if (seen.value !== value) setSeen({ value, isNew: true })
  useEffect(() => {
    if (!seen.isNew) return undefined
    const timer = setTimeout(() => setSeen({ value, isNew: false }), STEP_WAIT_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [seen, value])
  return seen.value !== value || seen.isNew
}
