import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/form/button.tsx'
import { mailTo } from '#web/ui/navigation/contact-links.tsx'

type EnquiryThanksProps = {
  sentence: string
  /** What the visitor wrote, under the labels of its fields. */
  entries: readonly (readonly [label: string, entry: string])[]
  onAgain: () => void
}

/** Thanks the visitor, says that nothing was sent, and offers to send it after all: from their own mail program. */
export function EnquiryThanks({ sentence, entries, onAgain }: EnquiryThanksProps) {
  const { name, email } = useIdentity()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const body = entries.map(([label, entry]) => `${label}: ${entry}`).join('\n')
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {sentence}
      </h2>
      <p>{messages.formSentNothing}</p>
      <p className="flex flex-wrap gap-3">
        <a href={mailTo(email, { subject: `For ${name}`, body })} className={buttonClass({})}>
          Send it as an email
        </a>
        <LinkButton to="/products" variant="outline">
          Back to the shop
        </LinkButton>
        <Button variant="quiet" onClick={onAgain}>
          Write another
        </Button>
      </p>
    </div>
  )
}
