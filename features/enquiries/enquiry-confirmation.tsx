import { useEffect, useRef } from 'react'
import { enquiryMessages } from './enquiry-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Button, buttonClass, LinkButton } from '#kit/form/button.tsx'
import { mailtoUrl } from '#kit/navigation/contact-links.tsx'

type EnquiryConfirmationProps = {
  confirmation: string
  /** Null after sending: nothing is left to send. */
  entries: null | readonly (readonly [label: string, entry: string])[]
  onReset: () => void
  path: string
}

export function EnquiryConfirmation({ confirmation, entries, onReset, path }: EnquiryConfirmationProps) {
  const { name, email } = useShopIdentity()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const body = entries?.map(([label, entry]) => `${label}: ${entry}`).join('\n')
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {confirmation}
      </h2>
      <p>{entries ? messages.formSentNothing : enquiryMessages.onItsWay}</p>
      <p className="flex flex-wrap gap-3">
        {body !== undefined && (
          <a href={mailtoUrl(email, { subject: `For ${name}`, body })} className={buttonClass({})}>
            Send it as an email
          </a>
        )}
        <LinkButton to="/products" variant="outline">
          Back to the shop
        </LinkButton>
        {entries ? (
          <Button variant="quiet" onClick={onReset}>
            Write another
          </Button>
        ) : (
          <LinkButton to={path} variant="quiet">
            Write another
          </LinkButton>
        )}
      </p>
    </div>
  )
}
