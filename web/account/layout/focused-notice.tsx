import { useEffect, useRef } from 'react'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type FocusedNoticeProps = {
  tone: 'success' | 'error'
  text: string
  /** What brought the sentence: the same words said a second time are news again. */
  cause: unknown
}

/** A sentence that takes the focus and so comes into view, because what was pressed is far below, or gone. */
export function FocusedNotice({ tone, text, cause }: FocusedNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    // After a page change the new page's heading takes the focus instead, so the sentence is read out.
    const timer = setTimeout(() => box.current !== document.activeElement && announce(text), 300)
    return () => clearTimeout(timer)
  }, [text, cause])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone={tone} title={text} />
    </div>
  )
}
