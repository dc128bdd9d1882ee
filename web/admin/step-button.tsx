import type { KeyboardEvent, MouseEvent } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

/** 'Process', 'Ship' and 'Mark Delivered' by the letter of what the order then is. */
const STEP_KEY = { processing: 'p', shipped: 's', delivered: 'd' } as const
type Step = { to: keyof typeof STEP_KEY; label: string }

/**
 * Takes an order one step forward. After the answer the next step stands in the same place, so the second half of a
 * double click, and a key that is held down, must not take that one as well.
 */
export function StepButton({ step, ...props }: Omit<ButtonProps, 'children'> & { step: Step }) {
  const onlyOnce = (event: MouseEvent | KeyboardEvent) => {
    if (event.type === 'click' ? event.detail > 1 : (event as KeyboardEvent).repeat) event.preventDefault()
  }
  const key = STEP_KEY[step.to]
  return (
    <Button {...props} type="submit" name="intent" value="move" data-key={key} aria-keyshortcuts={key} onClick={onlyOnce} onKeyDown={onlyOnce}>
      {step.label}
    </Button>
  )
}
