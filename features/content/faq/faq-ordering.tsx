import type { ReactNode } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { standardRateText } from '#shop/delivery/delivery-messages.ts'
import { chargeIsInTotal, expressCharge, standardCharge } from '#shop/delivery/delivery-policy-messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import { standardRates } from '#shop/messages/policy-messages.ts'
import {
  DEFAULT_PAYMENT_METHOD,
  MIN_PASSWORD_LENGTH,
  STANDARD_DELIVERY_WORKING_DAYS,
} from '#shop/constants.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export type FaqTopic = {
  id: string
  title: string
  questions: readonly { question: string; answer: ReactNode }[]
}

export const FaqLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <ShopLink to={path} className="link">
    {children}
  </ShopLink>
)

function PhoneUsLink() {
  const { phone } = useShopIdentity()
  return <PhoneLink number={phone} />
}

export function EmailUsLink({ about }: { about: string }) {
  const { email } = useShopIdentity()
  return <EmailLink address={email} subject={about} />
}

export const ORDERING_TOPIC: FaqTopic = {
  id: 'ordering',
  title: 'Ordering and paying',
  questions: [
    {
      question: 'Do I need an account?',
      answer: (
        <p>
          Not to look around or to fill a cart. You need one to check out, so that you can follow your order
          and cancel it yourself. <FaqLink path="/register">Create an account</FaqLink>; your cart waits
          meanwhile.
        </p>
      ),
    },
    {
      question: 'How can I pay?',
      answer: (
        <p>
          {`${paymentMethodLabels[DEFAULT_PAYMENT_METHOD]}: you pay the driver when your parcel arrives. That is the only way for now, and nothing is taken before.`}
        </p>
      ),
    },
    { question: 'Is there anything to pay besides the price?', answer: <AnythingBesidesPrice /> },
    { question: 'Is there a minimum order?', answer: <p>No. One packet is an order like any other.</p> },
    {
      question: 'What if a price changes while something is in my cart?',
      answer: (
        <p>
          You are told before you order, with the old price and the new one, and nothing is placed until you
          have seen it. The same goes for something that has sold out meanwhile.
        </p>
      ),
    },
    {
      question: 'Can I change or cancel an order?',
      answer: (
        <p>
          While it is pending or processing you can cancel it in{' '}
          <FaqLink path="/profile/orders">your orders</FaqLink>. To change what is in it, or to cancel it
          after it has shipped, ring us on <PhoneUsLink />.
        </p>
      ),
    },
  ],
}

export const DELIVERY_TOPIC: FaqTopic = {
  id: 'delivery',
  title: 'Delivery',
  questions: [
    {
      question: 'When will my order arrive?',
      answer: (
        <p>
          In {STANDARD_DELIVERY_WORKING_DAYS} working days
          <ExpressTime />. The day we expect stands with your order, and in the email that confirms it.
        </p>
      ),
    },
    {
      question: 'What does delivery cost?',
      answer: (
        <p>
          <DeliveryCost /> <FaqLink path="/shipping-policy">Shipping policy</FaqLink>.
        </p>
      ),
    },
    {
      question: 'Where do you deliver?',
      answer: (
        <p>
          Within the United Kingdom only, Northern Ireland included. Jersey, Guernsey and the Isle of Man are
          outside it, so we cannot deliver there, nor to BFPO addresses.
        </p>
      ),
    },
    {
      question: 'What if nobody is in?',
      answer: (
        <p>
          Somebody has to be there to pay, so nothing is left on the doorstep. Ring us on <PhoneUsLink />, and
          we find another day.
        </p>
      ),
    },
    {
      question: 'How do I follow my parcel?',
      answer: (
        <p>
          In <FaqLink path="/profile/orders">your orders</FaqLink>: each shows whether it is pending,
          processing, shipped or delivered, and the day we expect it.
        </p>
      ),
    },
  ],
}

export const ACCOUNT_TOPIC: FaqTopic = {
  id: 'account',
  title: 'Your account',
  questions: [
    {
      question: 'I have forgotten my password',
      answer: (
        <p>
          Follow the link beneath the form on <FaqLink path="/login">the sign-in page</FaqLink>. We send you a
          link to choose a new one, of at least {MIN_PASSWORD_LENGTH} characters.
        </p>
      ),
    },
    {
      question: 'I get no email from you',
      answer: (
        <p>
          Look into the folder for unwanted mail. You can ask for{' '}
          <FaqLink path="/verify-email">a new verification link</FaqLink> at any time, and your orders stand
          in your account whether the email arrives or not.
        </p>
      ),
    },
    {
      question: 'How do I delete my account?',
      answer: (
        <p>
          Sign in, open <FaqLink path="/profile/data">your data</FaqLink> and type your password. It is
          deleted at once. What we have to keep of past orders, and for how long, is in{' '}
          <FaqLink path="/privacy">privacy</FaqLink>.
        </p>
      ),
    },
    {
      question: 'Why is there no cookie banner?',
      answer: (
        <p>
          Because nothing we store follows you. Your cart and your sign-in need some of it. Your browser also
          remembers your last searches, the products you looked at, what you are typing and the allergens you
          avoid, for you alone: you can <FaqLink path="/privacy#device-memory">switch that off</FaqLink>.{' '}
          <FaqLink path="/privacy">Privacy</FaqLink> lists every item.
        </p>
      ),
    },
  ],
}

function AnythingBesidesPrice() {
  const rates = cartLimits().delivery
  return (
    <p>
      {`${rates ? `Delivery: ${standardRateText(rates)}. ${chargeIsInTotal}` : `No. ${messages.noDeliveryCharge}`} ${messages.pricesIncludeVat}`}
    </p>
  )
}

function DeliveryCost() {
  const rates = cartLimits().delivery
  return rates
    ? [standardCharge(rates), expressCharge(rates)].filter(Boolean).join(' ')
    : `${messages.noDeliveryCharge} ${standardRates} These rates are waived at present.`
}

function ExpressTime() {
  const rates = cartLimits().delivery
  return rates && rates.express !== null ? ', or by express on the next one' : null
}
