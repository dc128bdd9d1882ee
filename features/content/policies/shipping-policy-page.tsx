import { formatCharge } from '#shop/delivery/delivery-messages.ts'
import {
  chargeIsInTotal,
  expressCharge,
  expressNotOffered,
  expressTime,
  freeOverNote,
  standardCharge,
} from '#shop/delivery/delivery-policy-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { standardRates } from '#shop/messages/policy-messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import {
  ACCEPTED_PAYMENT_METHODS,
  ESTIMATED_DELIVERY_WORKING_DAYS,
  STANDARD_DELIVERY_WORKING_DAYS,
} from '#shop/constants.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import { Figures, PolicyPage, type Section } from './policy-page.tsx'

export const head = (args: HeadArgs<undefined>): Head =>
  buildContentHead(
    {
      title: 'Shipping policy',
      description: `Delivery within the United Kingdom in ${STANDARD_DELIVERY_WORKING_DAYS} working days: charges, times, where we deliver and how you pay at the door.`,
      path: '/shipping-policy',
    },
    args,
  )

const STANDARD_TIME = `${STANDARD_DELIVERY_WORKING_DAYS} working days`
const WAIVED_FIGURE = {
  label: 'Delivery at present',
  figure: 'No charge',
  note: 'Our standard rates are waived, whatever you order',
}
const FIGURES = [
  { label: 'With you in', figure: STANDARD_TIME, note: 'After your order, by standard delivery' },
  { label: 'Where we deliver', figure: 'UK only', note: 'England, Scotland, Wales and Northern Ireland' },
]

export default function ShippingPolicyPage() {
  return (
    <PolicyPage
      title="Shipping policy"
      lead="What delivery costs, how long it takes, and what happens at your door. We deliver within the United Kingdom only."
      figures={<Figures figures={[chargeFigure(), ...FIGURES]} />}
      areFiguresFixed
      sections={SECTIONS}
    />
  )
}

function chargeFigure() {
  const rates = cartLimits().delivery
  return rates
    ? { label: 'Standard delivery', figure: formatCharge(rates.standard), note: freeOverNote(rates) }
    : WAIVED_FIGURE
}

const SECTIONS: readonly Section[] = [
  { id: 'charges', title: 'What it costs', body: <ChargesSection />, isFixed: true },
  { id: 'times', title: 'How long it takes', body: <DeliveryTimesSection />, isFixed: true },
  { id: 'where', title: 'Where we deliver', body: <DeliveryAreaSection />, isFixed: true },
  { id: 'door', title: 'At your door', body: <ReceivingParcelSection />, isFixed: true },
  { id: 'late', title: 'Late, lost or damaged', body: <LateDeliverySection /> },
]

function ChargesSection() {
  const rates = cartLimits().delivery
  if (rates) {
    return <p>{`${standardCharge(rates)} ${expressCharge(rates) ?? expressNotOffered} ${chargeIsInTotal}`}</p>
  }
  return (
    <>
      <p>
        <strong>{messages.noDeliveryCharge}</strong>
      </p>
      <p>
        {standardRates}{' '}
        <span>{`These rates are waived at present. ${expressNotOffered} Should we charge for delivery again, the charge will stand as a line of its own in your total before you place the order, never as a surprise after it.`}</span>
      </p>
    </>
  )
}

function DeliveryTimesSection() {
  const rates = cartLimits().delivery
  return (
    <>
      {rates && rates.express !== null ? (
        <p>{`Standard delivery is with you in ${STANDARD_TIME}. ${expressTime(rates)}`}</p>
      ) : (
        <p>At present every order goes by standard delivery, and is with you in {STANDARD_TIME}.</p>
      )}
      <p>
        Working days are Monday to Friday, without the bank holidays of England and Wales. Your order shows
        the day we expect it to arrive, at most {ESTIMATED_DELIVERY_WORKING_DAYS} working days after you
        placed it, and how far it has come: pending, processing, shipped, delivered.{' '}
        <ShopLink to="/profile/orders" className="link">
          See your orders
        </ShopLink>
        .
      </p>
    </>
  )
}

function DeliveryAreaSection() {
  return (
    <>
      <p>
        Our delivery partner brings parcels to any address in England, Scotland, Wales and Northern Ireland.
      </p>
      <p>{messages.postCodeOutsideUk} Nor do we deliver to BFPO addresses.</p>
    </>
  )
}

function ReceivingParcelSection() {
  return (
    <>
      <p>{`You pay when your parcel arrives: ${ACCEPTED_PAYMENT_METHODS.map((method) => paymentMethodLabels[method]).join(', ')}. Somebody has to be in for that, so we do not leave parcels on a doorstep or with a neighbour who has not been asked.`}</p>
      <p>
        Give a phone number that you will answer on the day. It is there for the driver, if your door is hard
        to find, and for nothing else.
      </p>
      <p>
        Until a parcel is in your hands, or in those of somebody you named, it is ours to worry about and not
        yours.
      </p>
    </>
  )
}

function LateDeliverySection() {
  const { phone } = useShopIdentity()
  return (
    <>
      <p>
        If the expected day has passed, ring us on <PhoneLink number={phone} /> with your order number. We
        find out where your parcel is, and send its contents again or cancel the order, as you prefer.
      </p>
      <p>
        If something arrived broken, leaking or wrong, see{' '}
        <ShopLink to="/returns-refunds#damaged" className="link">
          damaged, faulty or wrong
        </ShopLink>
        .
      </p>
    </>
  )
}
