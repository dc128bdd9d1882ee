import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Called before hydration: Safari 16, Chrome below 114 and Firefox below 125 have no popovers. */
export async function supplyPopovers() {
  if (!('popover' in HTMLElement.prototype)) await import('./popover-substitute.ts')
}

export function usePopoverClosedByNavigation<Element extends HTMLElement>() {
  const popover = useRef<Element>(null)
  const { key } = useLocation()
  // Afterwards, not at the start, because it may have been opened before hydration.
  useEffect(() => () => popover.current?.hidePopover(), [key])
  return popover
}

/** A browser that knows only one of the two selectors ignores the other inside `:is()`. */
export const openPopoverAround = (element: Element | null) =>
  element?.closest<HTMLElement>(':is(:popover-open, [data-open])')
