import { useState } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'

/** Scans that found nothing to add. They stay listed, because the next scan replaces the message about the last one. */
export function useMissedScans(shown: string | undefined) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const others = codes.filter((code) => code !== shown)
  return {
    note: (code: string, isMissed: boolean) =>
      setCodes((before) => [...before.filter((other) => other !== code), ...(isMissed ? [code] : [])]),
    notice: others.length > 0 && (
      <Notice tone="warning">
        <p>{`${messages.scansNotAdded} ${others.join(', ')}`}</p>
        <Button variant="quiet" size="small" onClick={() => setCodes([])}>
          {messages.hideNotice}
        </Button>
      </Notice>
    ),
  }
}
