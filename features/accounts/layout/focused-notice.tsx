import { useEffect, useRef } from 'react'
import { announce } from '#kit/feedback/live-region.tsx'
import { Notice } from '#kit/feedback/notice.tsx'

type FocusedNoticeProps = {
  tone: 'success' | 'error'
  text: string
  /** A new value focuses the notice again, even if the text is the same. */
  cause: unknown
}

/** Takes the focus and scrolls into view, because the submitted control may be far below or gone. */
export function FocusedNotice({ tone, text, cause }: FocusedNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    // After navigation the focus goes to the heading instead, so the message is announced.
    const timer = setTimeout(() => box.current !== document.activeElement && announce(text), 300)
    return () => clearTimeout(timer)
  }, [text, cause])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone={tone} title={text} />
    </div>
  )
}
