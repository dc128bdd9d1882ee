import type { ReactNode } from 'react'
import { isDemonstration } from '#shop/identity/shop-identity.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ChevronRightIcon, PhoneIcon } from '#kit/display/icons.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { EnvelopeIcon, LocationIcon } from './contact-icons.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  buildContentHead(
    {
      title: 'Contact us',
      description: `Email, telephone and address of ${args.shopName}, and where to send feedback or a business enquiry.`,
      path: '/contact',
    },
    args,
  )

const FORMS = [
  {
    to: '/feedback',
    title: 'Feedback',
    text: 'Tell us what you liked, and what you did not. Both are useful.',
  },
  {
    to: '/business-enquiry',
    title: 'Business enquiries',
    text: 'For shops, restaurants and distributors who would like to buy from us.',
  },
] as const

const ANSWER_LINKS = [
  { to: '/profile/orders', label: 'Where is my order?' },
  { to: '/shipping-policy', label: 'When and where do you deliver?' },
  { to: '/returns-refunds', label: 'How do I return something?' },
  { to: '/faq', label: 'Everything else people ask' },
] as const

export default function ContactPage() {
  const identity = useShopIdentity()
  const { company, address, phone, email } = identity
  const isInvented = isDemonstration(identity)
  return (
    <div className="page pt-10 pb-8 md:pt-16">
      <header className="max-w-3xl">
        <p className="eyebrow">Contact</p>
        <h1 className="mt-3">Talk to us</h1>
        <p className="mt-6 text-lg text-muted">
          Ask about an ingredient, an order, or what to cook with what you have: by email, by phone or by
          post.
        </p>
      </header>
      <ul className="card-row pt-10">
        <Card
          icon={<EnvelopeIcon />}
          title="Email"
          hint="The best way for anything that can wait a little. For an order, give its number."
        >
          <EmailLink address={email} />
        </Card>
        <Card
          icon={<PhoneIcon />}
          title="Phone"
          hint={`${isInvented ? 'A London number at your usual rate. ' : ''}To cancel an order that has shipped, ring us.`}
        >
          <PhoneLink number={phone} />
        </Card>
        <Card
          icon={<LocationIcon />}
          title="Location"
          hint={
            <>
              <span>{`For letters and returns.${isInvented ? ' We sell online only: there is no counter to visit.' : ''}`}</span>
              {identity.registration.map((line) => (
                <span key={line} className="mt-2 block">
                  {`${line}.`}
                </span>
              ))}
            </>
          }
        >
          <address className="not-italic">
            {[company, ...address].map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        </Card>
      </ul>
      <div className="contact-more">
        <section aria-labelledby="forms-title">
          <h2 id="forms-title">Feedback and business</h2>
          <ul className="mt-6 grid gap-4">
            {FORMS.map(({ to, title, text }) => (
              <li key={to} className="paper-card link-card">
                <div>
                  <h3>
                    <ShopLink to={to}>{title}</ShopLink>
                  </h3>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
                <ChevronRightIcon />
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="answers-title">
          <h2 id="answers-title">Quick answers</h2>
          <ul className="mt-5">
            {ANSWER_LINKS.map(({ to, label }) => (
              <li key={to}>
                <ShopLink to={to} className="link inline-block py-2">
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

type CardProps = { icon: ReactNode; title: string; hint: ReactNode; children: ReactNode }

function Card({ icon, title, hint, children }: CardProps) {
  return (
    <li className="paper-card grid content-start gap-3">
      {icon}
      <h2 className="text-xl">{title}</h2>
      <div className="text-lg font-semibold">{children}</div>
      <p className="text-sm text-muted">{hint}</p>
    </li>
  )
}
