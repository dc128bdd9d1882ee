import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { BendsRule } from './bends-rule.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return {
    title: `Contact us – ${shopName}`,
    description: `E-mail, telephone and address of ${shopName}.`,
    canonical: '/contact',
  }
}

/** /contact: cards for e-mail, phone and location (§2). */
export default function ContactPage() {
  const { name, company, address, phone, email } = useIdentity()
  return (
    <div className="page py-10 md:py-16">
      <header className="max-w-3xl">
        <p className="eyebrow">Contact</p>
        <h1 className="mt-3">Talk to us</h1>
        <p className="mt-6 text-lg text-muted">
          Ask about an ingredient, an order, or what to cook with what you have. We read everything ourselves.
        </p>
      </header>
      <BendsRule />
      <ul className="grid gap-5 md:grid-cols-3">
        <Card title="Email" hint="The best way for anything about an order: have its number ready.">
          <a className="link break-all" href={`mailto:${email}`}>
            {email}
          </a>
        </Card>
        <Card title="Phone" hint="An ordinary London number, at your usual rate. To cancel an order that has shipped, ring us.">
          <a className="link" href={`tel:${phone.replaceAll(' ', '')}`}>
            {phone}
          </a>
        </Card>
        <Card title="Location" hint={`The address of ${name}. We sell online only, so there is no counter to visit.`}>
          <address className="not-italic">
            {[company, ...address].map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        </Card>
      </ul>
      <p className="mt-12 max-w-2xl">
        Waiting for a parcel?{' '}
        <Link className="link" to="/profile/orders">
          Your orders
        </Link>{' '}
        show how far it has come and when we expect it at your door.
      </p>
    </div>
  )
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <li className="grid content-start gap-3 rounded border border-line bg-white p-6">
      <h2 className="text-xl">{title}</h2>
      <div className="text-lg font-semibold">{children}</div>
      <p className="text-sm text-muted">{hint}</p>
    </li>
  )
}
