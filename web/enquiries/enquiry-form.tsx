import type { ReactNode } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useIsLive } from '#web/cart/store/use-cart.ts'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/display/class-names.ts'
import { EmailLink } from '#web/ui/navigation/contact-links.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import type { Enquiry } from './use-enquiry.ts'

type EnquiryFormProps = {
  enquiry: Pick<Enquiry, 'form' | 'errors' | 'refused'>
  submitLabel: string
  children: ReactNode
}

/** Looks as it will in a moment, so that nothing flickers when the script arrives. */
const WAITING = 'not-noscript:[--button:var(--color-forest)] not-noscript:cursor-progress'

/** Until a script can answer it the button waits, and a browser without scripts is told where to write instead. */
export function EnquiryForm({ enquiry, submitLabel, children }: EnquiryFormProps) {
  const isLive = useIsLive()
  const { email } = useIdentity()
  return (
    <form noValidate {...enquiry.form} className="grid gap-5">
      <ErrorSummary errors={enquiry.errors} cause={enquiry.refused} />
      <p className="text-sm text-muted">All fields are needed.</p>
      {children}
      <Button type="submit" disabled={!isLive} className={classNames(!isLive && WAITING)}>
        {submitLabel}
      </Button>
      <noscript>
        <p>
          {messages.formNeedsScripts} Write to <EmailLink address={email} /> instead.
        </p>
      </noscript>
    </form>
  )
}
