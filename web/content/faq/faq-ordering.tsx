import type { ReactNode } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodNames } from '#shop/orders/order-labels.ts'
import { standardRates } from '#shop/messages/policy-messages.ts'
import { DEFAULT_PAYMENT_METHOD, PASSWORD_MIN_LENGTH, POLICY } from '#shop/constants.ts'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#web/ui/navigation/contact-links.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'

export type Topic = { id: string; title: string; questions: readonly { question: string; answer: ReactNode }[] }

export const To = ({ path, children }: { path: string; children: ReactNode }) => (
  <ShopLink to={path} className="link">
    {children}
  </ShopLink>
)

function RingUs() {
  const { phone } = useIdentity()
  return <PhoneLink number={phone} />
}

export function AskByEmail({ about }: { about: string }) {
  const { email } = useIdentity()
  return <EmailLink address={email} subject={about} />
}

export const ORDERING: Topic = {
  id: 'ordering',
  title: 'Ordering and paying',
  questions: [
    {
      question: 'Do I need an account?',
      answer: (
        <p>
          Not to look around or to fill a cart. You need one to check out, so that you can follow your order and cancel it
          yourself. <To path="/register">Create an account</To>; your cart waits meanwhile.
        </p>
      ),
    },
    {
      question: 'How can I pay?',
      answer: (
        <p>
          {paymentMethodNames[DEFAULT_PAYMENT_METHOD]}: you pay the driver when your parcel arrives. That is the only way for
          now, and nothing is taken before.
        </p>
      ),
    },
    {
      question: 'Is there anything to pay besides the price?',
      answer: (
        <p>
          No. {messages.noDeliveryCharge} {messages.pricesIncludeVat}
        </p>
      ),
    },
    {
      question: 'Is there a minimum order?',
      answer: <p>No. One packet is an order like any other.</p>,
    },
    {
      question: 'What if a price changes while something is in my cart?',
      answer: (
        <p>
          You are told before you order, with the old price and the new one, and nothing is placed until you have seen it. The
          same goes for something that has sold out meanwhile.
        </p>
      ),
    },
    {
      question: 'Can I change or cancel an order?',
      answer: (
        <p>
          While it is pending or processing you can cancel it in <To path="/profile/orders">your orders</To>. To change what is
          in it, or to cancel it after it has shipped, ring us on <RingUs />.
        </p>
      ),
    },
  ],
}

export const DELIVERY: Topic = {
  id: 'delivery',
  title: 'Delivery',
  questions: [
    {
      question: 'When will my order arrive?',
      answer: (
        <p>
          In {POLICY.standardDeliveryWorkingDays} working days. The day we expect stands with your order, and in the email that
          confirms it.
        </p>
      ),
    },
    {
      question: 'What does delivery cost?',
      answer: (
        <p>
          {messages.noDeliveryCharge} {standardRates} These rates are waived at present.{' '}
          <To path="/shipping-policy">Shipping policy</To>.
        </p>
      ),
    },
    {
      question: 'Where do you deliver?',
      answer: (
        <p>
          Within the United Kingdom only, Northern Ireland included. Jersey, Guernsey and the Isle of Man are outside it, so we
          cannot deliver there.
        </p>
      ),
    },
    {
      question: 'What if nobody is in?',
      answer: (
        <p>
          Somebody has to be there to pay, so nothing is left on the doorstep. Ring us on <RingUs />, and we find another day.
        </p>
      ),
    },
    {
      question: 'How do I follow my parcel?',
      answer: (
        <p>
          In <To path="/profile/orders">your orders</To>: each shows whether it is pending, processing, shipped or delivered, and
          the day we expect it.
        </p>
      ),
    },
  ],
}

export const ACCOUNT: Topic = {
  id: 'account',
  title: 'Your account',
  questions: [
    {
      question: 'I have forgotten my password',
      answer: (
        <p>
          Follow the link beneath the form on <To path="/login">the sign-in page</To>. We send you a link to choose a new one, of
          at least {PASSWORD_MIN_LENGTH} characters.
        </p>
      ),
    },
    {
      question: 'I get no email from you',
      answer: (
        <p>
          Look into the folder for unwanted mail. You can ask for <To path="/verify-email">a new verification link</To> at any
          time, and your orders stand in your account whether the email arrives or not.
        </p>
      ),
    },
    {
      question: 'How do I delete my account?',
      answer: (
        <p>
          Write to <AskByEmail about="Delete my account" /> from the address of the account. What we have to keep of past orders,
          and for how long, is in <To path="/privacy">privacy</To>.
        </p>
      ),
    },
    {
      question: 'Why is there no cookie banner?',
      answer: (
        <p>
          Because there is nothing to ask. We store what your cart and your sign-in need and nothing else.{' '}
          <To path="/privacy">Privacy</To> lists every item.
        </p>
      ),
    },
  ],
}
