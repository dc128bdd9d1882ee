import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useIsHydrated } from '#kit/hydration/use-early-click.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Button } from '#kit/form/button.tsx'
import { classNames } from '#kit/display/class-names.ts'
import { EmailLink } from '#kit/navigation/contact-links.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import type { Enquiry } from './use-enquiry.tsx'

type EnquiryFormProps = {
  enquiry: Pick<Enquiry, 'form' | 'errors' | 'submittedErrors' | 'message' | 'isSent' | 'isSending'>
  submitLabel: string
  children: ReactNode
}

const WAITING_CLASSES = 'not-noscript:[--button:var(--color-forest)] not-noscript:cursor-progress'

/** Unless messages are sent, the button waits for hydration; without JavaScript the contact address is shown instead. */
export function EnquiryForm({ enquiry, submitLabel, children }: EnquiryFormProps) {
  const isWaiting = !useIsHydrated() && !enquiry.isSent
  const { email } = useShopIdentity()
  return (
    <Form method="post" noValidate {...enquiry.form} className="grid gap-5">
      <ErrorSummary errors={enquiry.errors} message={enquiry.message} cause={enquiry.submittedErrors} />
      <p className="text-sm text-muted">All fields are needed.</p>
      {children}
      <Button
        type="submit"
        disabled={isWaiting}
        pending={enquiry.isSending}
        pendingLabel="Sending..."
        className={classNames(isWaiting && WAITING_CLASSES)}
      >
        {submitLabel}
      </Button>
      {!enquiry.isSent && (
        <noscript>
          <p>
            {messages.formNeedsScripts} Write to <EmailLink address={email} /> instead.
          </p>
        </noscript>
      )}
    </Form>
  )
}
