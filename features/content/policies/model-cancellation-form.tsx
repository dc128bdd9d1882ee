import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { mailtoUrl } from '#kit/navigation/contact-links.tsx'

/** Consumer Contracts Regulations 2013, schedule 3, part B, verbatim; only the trader is filled in. */
const modelForm = ({ company, address, phone, email }: ShopIdentity) => [
  `To ${company}, ${address.join(', ')}, ${phone}, ${email}:`,
  'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
  'Ordered on [*]/received on [*],',
  'Name of consumer(s),',
  'Address of consumer(s),',
  'Signature of consumer(s) (only if this form is notified on paper),',
  'Date',
  '[*] Delete as appropriate',
]

export function ModelCancellationForm() {
  const identity = useShopIdentity()
  const lines = modelForm(identity)
  return (
    <>
      <p>Complete and return this form only if you wish to withdraw from the contract.</p>
      <blockquote className="paper-card grid gap-3">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      <p>
        <a
          className="link"
          href={mailtoUrl(identity.email, { subject: 'Cancellation', body: lines.join('\n\n') })}
        >
          Open this form as an email
        </a>
      </p>
    </>
  )
}
