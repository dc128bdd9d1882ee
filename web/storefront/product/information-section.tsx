import type { ReactNode } from 'react'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#web/ui/navigation/contact-links.tsx'

export function InformationSection({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section className={className}>
      <h2>{title}</h2>
      <div className="mt-2">{children}</div>
    </section>
  )
}

export function Statements({ of: statements, className }: { of: readonly string[]; className?: string }) {
  return statements.map((statement) => (
    <p key={statement} className={className}>
      {/[.!?]$/.test(statement) ? statement : `${statement}.`}
    </p>
  ))
}

export function MissingInformationNote({ what }: { what: string }) {
  const { phone, email } = useShopIdentity()
  return (
    <p>
      We do not have the {what} in writing yet. Ask us before you buy: <PhoneLink number={phone} /> or{' '}
      <EmailLink address={email} />.
    </p>
  )
}
