import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/form/button.tsx'
import { mailtoUrl } from '#web/ui/navigation/contact-links.tsx'

type EnquiryConfirmationProps = {
  confirmation: string
  entries: readonly (readonly [label: string, entry: string])[]
  onReset: () => void
}

export function EnquiryConfirmation({ confirmation, entries, onReset }: EnquiryConfirmationProps) {
  const { name, email } = useShopIdentity()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const body = entries.map(([label, entry]) => `${label}: ${entry}`).join('\n')
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {confirmation}
      </h2>
      <p>{messages.formSentNothing}</p>
      <p className="flex flex-wrap gap-3">
        <a href={mailtoUrl(email, { subject: `For ${name}`, body })} className={buttonClass({})}>
          Send it as an email
        </a>
        <LinkButton to="/products" variant="outline">
          Back to the shop
        </LinkButton>
        <Button variant="quiet" onClick={onReset}>
          Write another
        </Button>
      </p>
    </div>
  )
}
