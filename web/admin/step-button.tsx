import type { KeyboardEvent, MouseEvent } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

/**
 * Takes an order one step forward. After the answer the next step stands in the same place, so the second half of a
 * double click, and a key that is held down, must not take that one as well.
 */
export function StepButton(props: ButtonProps) {
  const onlyOnce = (event: MouseEvent | KeyboardEvent) => {
    if (event.type === 'click' ? event.detail > 1 : (event as KeyboardEvent).repeat) event.preventDefault()
  }
  return <Button {...props} type="submit" name="intent" value="move" onClick={onlyOnce} onKeyDown={onlyOnce} />
}
