import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function ContactPrompt() {
  const { email, phone } = useShopIdentity()
  return (
    <aside className="topic" aria-labelledby="ask-us-title">
      <h2 id="ask-us-title">Something we have not answered?</h2>
      <p className="max-w-2xl">
        Write to <EmailLink address={email} /> or ring <PhoneLink number={phone} />. All the ways to reach us
        are on the{' '}
        <ShopLink to="/contact" className="link">
          contact page
        </ShopLink>
        .
      </p>
    </aside>
  )
}
