import { chargeIsInTotal, expressCharge, standardCharge } from '#shop/delivery/delivery-policy-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { deliveryTime } from '#shop/messages/policy-messages.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import { ACCEPTED_PAYMENT_METHODS, CANCELLATION_DAYS } from '#shop/constants.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { PolicyPage, type Section } from './policy-page.tsx'
import { DisputesSection } from './returns-sections.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  buildContentHead(
    {
      title: 'Terms of sale',
      description: `What you and ${args.shopName} agree to with an order: price, payment, delivery, your right to cancel, and who you buy from.`,
      path: '/terms',
    },
    args,
  )

const SECTIONS: readonly Section[] = [
  { id: 'seller', title: 'Who you buy from', body: <SellerSection />, isFixed: true },
  { id: 'contract', title: 'Your order', body: <ContractSection /> },
  { id: 'price', title: 'Price and payment', body: <PriceSection /> },
  { id: 'delivery', title: 'Delivery', body: <DeliverySection /> },
  { id: 'cancel', title: 'If you change your mind', body: <CancellationSection /> },
  { id: 'faulty', title: 'If something is wrong with it', body: <FaultySection /> },
  { id: 'liability', title: 'Our responsibility to you', body: <LiabilitySection /> },
  { id: 'disputes', title: 'If we cannot agree', body: <DisputesSection /> },
]

export default function TermsPage() {
  return (
    <PolicyPage
      title="Terms of sale"
      lead="What we both agree to when you order. Nothing here takes away a right that the law gives you."
      sections={SECTIONS}
    />
  )
}

function SellerSection() {
  const { company, address, registration, email, phone } = useShopIdentity()
  return (
    <p>
      <span>
        {[`${company}, ${address.join(', ')}`, ...registration].map((line) => `${line}. `).join('')}
      </span>
      Write to <EmailLink address={email} /> or ring <PhoneLink number={phone} />.
    </p>
  )
}

function ContractSection() {
  return (
    <>
      <p>
        You order by pressing “Place order and pay”. The contract is made when the next page says that the
        order is placed; we confirm it by email. Both name the products, the price and the address.
      </p>
      <p>
        Until the parcel ships you can cancel in{' '}
        <ShopLink to="/profile/orders" className="link">
          your orders
        </ShopLink>
        , free of charge. If we cannot send something, or its price was plainly a mistake, we tell you before
        it ships and cancel it, and you pay nothing for it.
      </p>
      <p>What you buy is for you and your household; businesses can write to us first.</p>
    </>
  )
}

function PriceSection() {
  const rates = cartLimits().delivery
  const delivery = rates
    ? [standardCharge(rates), expressCharge(rates), chargeIsInTotal].filter(Boolean).join(' ')
    : messages.noDeliveryCharge
  return (
    <>
      <p>{`${messages.pricesIncludeVat} ${delivery} You pay the total that you saw when you placed the order.`}</p>
      <p>{`You pay when your parcel arrives: ${ACCEPTED_PAYMENT_METHODS.map((method) => paymentMethodLabels[method]).join(', ')}.`}</p>
    </>
  )
}

function DeliverySection() {
  return (
    <p>
      <span>{deliveryTime}</span> Until the parcel is in your hands it is at our risk. If it is late, you can
      give us a reasonable new date or, if that passes too, cancel.{' '}
      <ShopLink to="/shipping-policy" className="link">
        Shipping policy
      </ShopLink>
    </p>
  )
}

function CancellationSection() {
  return (
    <p>
      By law you can cancel within {CANCELLATION_DAYS} days of delivery, without a reason. You pay to send it
      back. Food that was sealed cannot come back once it is unsealed.{' '}
      <ShopLink to="/returns-refunds#cancel" className="link">
        How to cancel, with the model form
      </ShopLink>
    </p>
  )
}

function FaultySection() {
  return (
    <p>
      What we send must be as described, fit to eat and of satisfactory quality (Consumer Rights Act 2015). If
      it is not, you can have your money back or a replacement, and we pay the postage.{' '}
      <ShopLink to="/returns-refunds#damaged" className="link">
        Damaged, faulty or wrong
      </ShopLink>
    </p>
  )
}

function LiabilitySection() {
  return (
    <p>
      We are responsible for loss that we cause and that we could both have foreseen when you ordered. We do
      not limit our responsibility where the law forbids it, for example for harm to your health. These terms
      are governed by the law of the part of the United Kingdom where you live, and its courts decide.
    </p>
  )
}
