import { deliveryMessages } from '#shop/delivery/delivery-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { cancelAndReturn, deliveryTime, statutoryCancellation } from '#shop/messages/policy-messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'

/** Consumer Contracts Regulations 2013, regulation 13. */
export function SellerDetails({ isDeliveryCharged }: { isDeliveryCharged: boolean }) {
  const identity = useShopIdentity()
  const { company, address, phone, email } = identity
  return (
    <div className="grid grid-cols-1 gap-2 text-sm wrap-anywhere text-muted">
      <p>{isDeliveryCharged ? deliveryMessages.allYouPay : `${messages.totalIsFinal} ${deliveryTime}`}</p>
      <p>{cancelAndReturn}</p>
      <p>
        <span>{statutoryCancellation}</span>{' '}
        <PolicyLink to="/returns-refunds#cancel">How to cancel, with the model form</PolicyLink>. By ordering
        you accept our <PolicyLink to="/terms">terms of sale</PolicyLink>.
      </p>
      <p>
        <span>{`You buy from ${company}, ${address.join(', ')},`}</span> <PhoneLink number={phone} />,{' '}
        <EmailLink address={email} />.<span>{identity.registration.map((line) => ` ${line}.`).join('')}</span>
      </p>
    </div>
  )
}

/** Opens in a new tab, so that entries at checkout remain. */
const PolicyLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" className="link">
    <span>{children}</span>
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)
