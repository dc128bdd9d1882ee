import { useEffect, useRef, useState } from 'react'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'
import { Button, buttonClass } from '#kit/form/button.tsx'
import { announce } from '#kit/feedback/live-region.tsx'

export function RecoveryCodesPanel({ codes, email }: { codes: readonly string[]; email: string }) {
  const box = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  useEffect(() => box.current?.focus(), [codes])
  const file = `Recovery codes of ${email}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('yes')
      announce('Copied')
    } catch {
      setCopied('failed')
      announce(ownAccountMessages.codesNotCopied)
    }
  }
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="panel account-codes outline-none"
      aria-labelledby="recovery-title"
    >
      <h2 id="recovery-title">Your recovery codes</h2>
      <div className="panel-body grid gap-4">
        <p>{ownAccountMessages.codesOnce}</p>
        <ol className="account-code-list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p className="hidden print:block">{email}</p>
        <div className="account-buttons">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
            className={buttonClass({ variant: 'outline' })}
          >
            Download
          </a>
          <Button variant="outline" className="needs-script" onClick={() => print()}>
            Print
          </Button>
          <Button variant="outline" className="needs-script" onClick={() => void copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {copied === 'failed' && <p>{ownAccountMessages.codesNotCopied}</p>}
      </div>
    </section>
  )
}
