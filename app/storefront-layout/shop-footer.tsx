import type { ReactNode } from 'react'
import { hasInventedCompany } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import { BrandLine } from '#kit/brand/brand-line.tsx'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { withNonBreakingSpaces, telephoneUrl } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

const QUICK_LINKS = [
  { label: 'Home', to: '/' },
  { label: 'All products', to: '/products' },
  { label: 'Categories', to: '/categories' },
  { label: 'Best sellers', to: '/products?filter=best-sellers' },
  { label: 'Our Story', to: '/about' },
  { label: 'Why organic matters', to: '/organic-importance' },
] as const
const SERVICE_LINKS = [
  { label: 'Contact us', to: '/contact' },
  { label: 'Your orders', to: '/profile/orders' },
  { label: 'Shipping policy', to: '/shipping-policy' },
  { label: 'Returns and refunds', to: '/returns-refunds' },
  { label: 'Terms of sale', to: '/terms' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Feedback', to: '/feedback' },
  { label: 'Business enquiries', to: '/business-enquiry' },
] as const

export function ShopFooter() {
  const identity = useShopIdentity()
  const { name, company, address, phone, email, social, tagline } = identity
  return (
    <footer className="shop-footer on-dark far-below">
      <div className="page shop-footer-columns">
        <div className="shop-footer-about">
          <Wordmark />
          <p className="mt-5">{tagline}</p>
          <ul className="mt-3">
            <FooterLink to={telephoneUrl(phone)}>{withNonBreakingSpaces(phone)}</FooterLink>
            <FooterLink to={`mailto:${email}`}>{email}</FooterLink>
          </ul>
        </div>
        <FooterLinks title="Quick links">
          {QUICK_LINKS.map(({ label, to }) => (
            <FooterLink key={to} to={to}>
              {label}
            </FooterLink>
          ))}
        </FooterLinks>
        <FooterLinks title="Customer service">
          {SERVICE_LINKS.map(({ label, to }) => (
            <FooterLink key={to} to={to}>
              {label}
            </FooterLink>
          ))}
        </FooterLinks>
        {social.length > 0 && (
          <FooterLinks title="Follow us">
            {social.map((profile) => (
              <FooterLink key={profile.url} to={profile.url}>
                {profile.name}
              </FooterLink>
            ))}
          </FooterLinks>
        )}
      </div>
      <div className="page shop-footer-company">
        <p>
          <span>{`${[company, ...address].join(', ')}.`}</span>{' '}
          <span>{identity.registration.map((line) => `${line}. `).join('')}</span>
          {messages.pricesIncludeVat} We deliver within the United Kingdom only.
        </p>
        {hasInventedCompany(identity) && (
          <p className="mt-2">
            <strong className="text-turmeric">Demonstration data:</strong>{' '}
            <span>{`${name}, its company, products, prices and contact details are invented.`}</span>
          </p>
        )}
        <ul className="mt-2">
          <FooterLink to="/privacy">Privacy</FooterLink>
        </ul>
      </div>
      <BrandLine className="shop-footer-road" />
    </footer>
  )
}

function FooterLinks({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  const isExternal = /^[a-z]+:/.test(to)
  return <li>{isExternal ? <a href={to}>{children}</a> : <ShopLink to={to}>{children}</ShopLink>}</li>
}
