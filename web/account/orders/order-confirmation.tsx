import type { ReactNode } from 'react'
import { firstName } from '#shop/accounts/sessions/session.ts'
import { phoneToCancel } from '#shop/orders/cancellation/cancellation-rights.ts'
import * as sentences from '#shop/orders/order-placed-messages.ts'
import { mayCancel, shortId, type OrderSummary } from '#shop/orders/order.ts'
import { returnInstead } from '#shop/messages/policy-messages.ts'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { inOnePiece } from '#web/ui/navigation/contact-links.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { orderPath } from './order-paths.ts'
import type { MailTo } from './orders-page.server.ts'

/** What comes after an order: when it comes, what to pay at the door, where the mail went, and how to get out of it. */
export function OrderPlaced({ order, mailTo }: { order: OrderSummary; mailTo: MailTo }) {
  const { phone } = useIdentity()
  const { id, items, total_amount, shipping_address: to, status } = order
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <section className="order-placed" aria-labelledby="order-placed-title">
      <h2 id="order-placed-title" className="text-xl">
        {sentences.thankYou(firstName(to.full_name))}
      </h2>
      <p>
        Order <strong className="tabular-nums">{shortId(id)}</strong>: {sentences.itemsForPounds(quantity, total_amount)}.
      </p>
      <ul>
        <Next title={sentences.expectedOn(order.estimated_delivery)}>
          <p className="wrap-anywhere">{[to.address, to.city, to.post_code].join(', ')}</p>
        </Next>
        <Next title={sentences.payAtTheDoor(total_amount)}>
          <p>{sentences.nothingTakenYet}</p>
        </Next>
        <Confirmation mailTo={mailTo} />
        <Next title="Changed your mind?">
          <p>{mayCancel('customer', status) === 'yes' ? sentences.cancelUntilShipped : `${phoneToCancel(inOnePiece(phone))} ${returnInstead}`}</p>
        </Next>
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

function Confirmation({ mailTo: { address, isVerified, isConfirmationHeld } }: { mailTo: MailTo }) {
  if (isConfirmationHeld) {
    return (
      <Next title={sentences.confirmationWaits}>
        <p className="wrap-anywhere">
          {sentences.confirmationSentOnceVerified(address)} <NewLink />
        </p>
      </Next>
    )
  }
  return (
    <Next title={sentences.confirmationGoesTo}>
      <p className="wrap-anywhere">{address}</p>
      {isVerified ? (
        <p>{sentences.confirmationToKeep}</p>
      ) : (
        <p>
          {sentences.addressNotVerified} <NewLink />
        </p>
      )}
    </Next>
  )
}

const NewLink = () => (
  <ShopLink to="/verify-email" className="link">
    Ask for a new link
  </ShopLink>
)

function Next({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  )
}
