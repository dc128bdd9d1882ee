import { messages } from '#shop/messages/messages.ts'
import {
  CANCELLATION_DAYS,
  REFUND_WORKING_DAYS,
  REPORT_DAMAGE_WITHIN_HOURS,
  RETURN_WITHIN_DAYS,
} from '#shop/constants.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

const OrdersLink = () => (
  <ShopLink to="/profile/orders" className="link">
    your orders
  </ShopLink>
)

export function CancelBeforeShippingSection() {
  const { phone } = useShopIdentity()
  return (
    <p>
      While an order is pending or processing, cancel it yourself in <OrdersLink />. You have paid nothing
      yet, so nothing is owed. Once it has shipped, ring us on <PhoneLink number={phone} />: the driver has to
      be told.
    </p>
  )
}

export function DamagedProductsSection() {
  const { email, phone } = useShopIdentity()
  return (
    <>
      <p>
        If something arrives damaged, tell us within {REPORT_DAMAGE_WITHIN_HOURS} hours of delivery: by email
        to <EmailLink address={email} subject="Damaged on arrival" /> or on <PhoneLink number={phone} />. Give
        your order number and what is wrong; a photograph helps. We replace it or refund it, as you choose,
        and pay the postage if we need it back. <strong>{messages.statutoryRights}</strong>
      </p>
      <p>
        The {REPORT_DAMAGE_WITHIN_HOURS} hours help us to claim from our delivery partner. They are not the
        end of your rights: food that is faulty, unsafe or not as described may be rejected for a full refund
        under the Consumer Rights Act 2015, normally within 30 days of delivery, and you have rights after
        that as well.
      </p>
      <p>
        If you suspect that something is unsafe, or that an allergen is missing from a label, do not eat it.
        Keep the pack with its date and batch, and ring us.
      </p>
    </>
  )
}

export function ThirtyDayReturnsSection() {
  const { company, address, email } = useShopIdentity()
  return (
    <>
      <p>
        Anything that is still sealed may come back within {RETURN_WITHIN_DAYS} days of delivery, whatever the
        reason. <strong>{messages.statutoryRights}</strong>
      </p>
      <ol>
        <li>
          Write to <EmailLink address={email} subject="Return" /> with your order number and what you are
          sending back.
        </li>
        <li>{`Pack it well, with the order number inside, and post it to ${company}, ${address.join(', ')}.`}</li>
        <li>Keep the proof of posting until your refund has arrived.</li>
      </ol>
      <p>
        You pay the postage of what you send back because you changed your mind. We pay it for anything that
        was damaged, faulty or not what you ordered.
      </p>
    </>
  )
}

export function ChangeOfMindSection() {
  const { company, address, email, phone } = useShopIdentity()
  return (
    <>
      <p>
        By law you may cancel an order without giving a reason. The time for it ends {CANCELLATION_DAYS} days
        after the day on which you, or somebody you name who is not the carrier, receive the last of the
        goods.
      </p>
      <h3>How to cancel</h3>
      <p>
        Tell us of your decision by any clear statement: by email to{' '}
        <EmailLink address={email} subject="Cancellation" />
        <span>{`, by letter to ${company}, ${address.join(', ')}, or on`}</span> <PhoneLink number={phone} />.
        You may use the form below, but need not. It is enough to send your message before the{' '}
        {CANCELLATION_DAYS} days are over. Then send the goods back within {CANCELLATION_DAYS} days of telling
        us.
      </p>
      <h3>What you get back</h3>
      <p>
        Everything you paid for the goods, with the cost of standard delivery if you paid any, without undue
        delay: within {REFUND_WORKING_DAYS} working days of their return, and in any case within{' '}
        {CANCELLATION_DAYS} days after the goods, or proof that you sent them, have reached us.{' '}
        {messages.statutoryRights}
      </p>
      <h3>What cannot be cancelled</h3>
      <p>
        Food that was sealed for health or hygiene cannot be sent back once it has been unsealed, unless
        something is wrong with it. Unopened jars, packets and bottles always can.
      </p>
    </>
  )
}

export function RefundsSection() {
  return (
    <>
      <p>
        We make a refund within {REFUND_WORKING_DAYS} working days of receiving your parcel, or your message
        if something was damaged and we do not need it back. <strong>{messages.statutoryRights}</strong>
      </p>
      <p>
        You get it by the means you paid with. If you paid the driver in cash, we ask you where to send it
        instead, and a refund never costs you a fee.
      </p>
    </>
  )
}

export function DisputesSection() {
  const { email } = useShopIdentity()
  return (
    <>
      <p>
        Write to <EmailLink address={email} subject="Complaint" /> with the word complaint in the subject, and
        tell us what would put it right. We look into it again from the start, and answer with what we will
        do.
      </p>
      <p>
        For free advice on your rights, ask{' '}
        <a href="https://www.citizensadvice.org.uk/consumer/" className="link">
          Citizens Advice
        </a>{' '}
        or, in Northern Ireland, Consumerline.
      </p>
    </>
  )
}
