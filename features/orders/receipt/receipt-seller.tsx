import { formatLondonDateTime, type Instant } from '#shop/dates/dates.ts'
import { hasInventedCompany } from '#shop/identity/shop-identity.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { useSite } from '#kit/contexts/site-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { OrderDetailItem } from '#features/orders/own-orders/order-detail-items.tsx'

export function SellerDetailItem() {
  const identity = useShopIdentity()
  const { name, company, address, email, phone } = identity
  return (
    <OrderDetailItem label="Sold by">
      <address className="not-italic">
        <span>{`${company}, trading as ${name}`}</span>
        {address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <PhoneLink number={phone} className="block" />
        <EmailLink address={email} className="block" />
      </address>
      {identity.registration.map((line) => (
        <p key={line} className="mt-1 text-sm text-muted">
          {line}
        </p>
      ))}
      {hasInventedCompany(identity) && (
        <p className="mt-1 text-sm text-muted">Demonstration data: this company is invented.</p>
      )}
    </OrderDetailItem>
  )
}

export function PrintedOrderUrl({ orderId, now }: { orderId: string; now: Instant }) {
  const { publicUrl } = useSite()
  return (
    <p className="paper-only receipt-foot">
      <span>{`As of ${formatLondonDateTime(now)}. This order as it stands today:`}</span>{' '}
      <span className="block">{`${publicUrl}/profile/orders/${orderId}`}</span>
    </p>
  )
}
