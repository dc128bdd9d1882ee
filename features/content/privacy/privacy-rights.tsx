import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function DataRightsSection() {
  const { email } = useShopIdentity()
  return (
    <>
      <p>
        You may ask us for a copy of what we hold about you, to correct it, to delete it, to use less of it,
        or to hand it over in a form that another shop can read. You may also object to what we do in our own
        interest.
      </p>
      <p>
        Correct your name, phone number and address yourself in{' '}
        <ShopLink to="/profile" className="link">
          your profile
        </ShopLink>
        , and{' '}
        <ShopLink to="/profile/data" className="link">
          download or delete
        </ShopLink>{' '}
        there what we hold about you. For the rest write to <EmailLink address={email} subject="My data" />{' '}
        from the address of your account. It costs nothing, and we answer within a month.
      </p>
    </>
  )
}

export function ComplaintsSection() {
  const { email, phone } = useShopIdentity()
  return (
    <>
      <p>
        Tell us first, by email to <EmailLink address={email} subject="Data protection complaint" /> or on{' '}
        <PhoneLink number={phone} />. We confirm within 30 days that we have your complaint, look into it
        without delay, and tell you what came of it.
      </p>
      <p>
        You may complain to the Information Commissioner’s Office, the authority for data protection in the
        United Kingdom, at any time:{' '}
        <a href="https://ico.org.uk/make-a-complaint/" className="link">
          ico.org.uk/make-a-complaint
        </a>
        , or 0303 123 1113.
      </p>
    </>
  )
}

export function DataControllerSection() {
  const identity = useShopIdentity()
  const { company, address } = identity
  return (
    <>
      <p>
        <span>
          {[`${company}, ${address.join(', ')}`, ...identity.registration]
            .map((line) => `${line}. `)
            .join('')}
        </span>
        When this page changes, so does the date below; what you agreed to with an order stays as it was.
      </p>
      <p className="text-muted">
        Last changed on <time dateTime="2026-11-29">29 November 2026</time>.
      </p>
    </>
  )
}
