import type { ReactNode } from 'react'
import { deliveryLine } from '#shop/delivery/delivery-messages.ts'
import { firstName } from '#shop/session.ts'
import { phoneToCancel } from '#features/orders/cancellation/statutory-cancellation.ts'
import * as sentences from '#features/orders/order-placed-messages.ts'
import { shortId, type OrderSummary } from '#features/orders/order.ts'
import { cancelPermission } from '#features/orders/order-status.ts'
import { returnAfterDelivery } from '#shop/messages/policy-messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { withNonBreakingSpaces } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { orderPath } from './order-paths.ts'
import type { OrderEmailRecipient } from './orders-page.server.ts'

export function OrderConfirmation({
  order,
  emailRecipient,
}: {
  order: OrderSummary
  emailRecipient: OrderEmailRecipient
}) {
  const { phone } = useShopIdentity()
  const { id, items, total_amount, shipping_address: to, status } = order
  const delivery = deliveryLine(order)
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <section className="order-placed" aria-labelledby="order-placed-title">
      <h2 id="order-placed-title" className="text-xl">
        {sentences.thankYouTitle(firstName(to.full_name))}
      </h2>
      <p>
        Order <strong className="tabular-nums">{shortId(id)}</strong>
        <span>{`: ${sentences.itemsAndTotal(quantity, total_amount)}${delivery ? sentences.withDelivery(delivery) : ''}.`}</span>
      </p>
      <ul>
        <NextStep title={sentences.expectedDelivery(order.estimated_delivery)}>
          <p className="wrap-anywhere">{[to.address, to.city, to.post_code].join(', ')}</p>
        </NextStep>
        <NextStep title={sentences.payOnDeliveryAmount(total_amount)}>
          <p>{sentences.paymentNotTaken}</p>
        </NextStep>
        <Confirmation emailRecipient={emailRecipient} />
        <NextStep title="Changed your mind?">
          <p>
            {cancelPermission('customer', status) === 'yes'
              ? sentences.cancelUntilShipped
              : `${phoneToCancel(withNonBreakingSpaces(phone))} ${returnAfterDelivery}`}
          </p>
        </NextStep>
      </ul>
      <div className="order-actions">
        <LinkButton to={orderPath(id, 1)}>Print or keep this order</LinkButton>
        <LinkButton to="/products" variant="outline">
          Go on shopping
        </LinkButton>
      </div>
    </section>
  )
}

function Confirmation({
  emailRecipient: { address, isVerified, isConfirmationHeld },
}: {
  emailRecipient: OrderEmailRecipient
}) {
  if (isConfirmationHeld) {
    return (
      <NextStep title={sentences.confirmationHeld}>
        <p className="wrap-anywhere">
          <span>{sentences.confirmationSentOnceVerified(address)}</span> <ResendLink />
        </p>
      </NextStep>
    )
  }
  return (
    <NextStep title={sentences.confirmationSentTo}>
      <p className="wrap-anywhere">{address}</p>
      {isVerified ? (
        <p>{sentences.confirmationHint}</p>
      ) : (
        <p>
          {sentences.addressNotVerified} <ResendLink />
        </p>
      )}
    </NextStep>
  )
}

const ResendLink = () => (
  <ShopLink to="/verify-email" className="link">
    Ask for a new link
  </ShopLink>
)

function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  )
}
