import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { Button, type ButtonProps } from '#kit/form/button.tsx'

/** If it disappears while focused, the focus moves to the order's link or heading. */
export function UndoButton({
  intent = 'undo',
  hasShortcut = true,
  ...props
}: Omit<ButtonProps, 'children'> & { intent?: 'undo' | 'undo-chosen'; hasShortcut?: boolean }) {
  const button = useRef<HTMLSpanElement>(null)
  // A layout effect, because the focus is lost once the element is removed.
  useLayoutEffect(() => {
    const wrapper = button.current
    const nextFocus = wrapper?.closest('tr, main')?.querySelector<HTMLElement>('a')
    return () => {
      if (wrapper?.contains(document.activeElement)) nextFocus?.focus()
    }
  }, [])
  return (
    <span ref={button} className="undo-step">
      <Button
        {...props}
        type="submit"
        name="intent"
        value={intent}
        data-key={hasShortcut ? 'u' : undefined}
        data-at-once
        aria-keyshortcuts={hasShortcut ? 'u' : undefined}
        variant="quiet"
        size="small"
      >
        {adminOrderMessages.undo}
      </Button>
    </span>
  )
}

export function useIsWithinTime(since: unknown, seconds: number): boolean {
  const [expired, setExpired] = useState<unknown>()
  const isOpen = seconds > 0 && since !== undefined && since !== null
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setTimeout(() => setExpired(since), seconds * 1000)
    return () => clearTimeout(timer)
  }, [since, seconds, isOpen])
  return isOpen && expired !== since
}
