import { formatPounds } from '#shop/money.ts'
import { POLICY } from '#shop/spec.ts'

/** '2 PM' stays on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
const FREE_OVER = `£${POLICY.freeDeliveryOver}`

/** The delivery rule, in full wherever a price is offered. */
export function DeliveryRule({ className }: { className?: string }) {
  return (
    <p className={className}>
      Standard delivery {formatPounds(POLICY.standardDelivery)}, free over {FREE_OVER}.
    </p>
  )
}

export const DELIVERY_FACTS = [
  {
    title: `Free delivery over ${FREE_OVER}`,
    text: `Otherwise ${formatPounds(POLICY.standardDelivery)}, in ${POLICY.standardDeliveryWorkingDays} working days`,
  },
  {
    title: 'Next working day',
    text: `Express ${formatPounds(POLICY.expressDelivery)}, ordered before ${unbroken(POLICY.expressOrderBefore)}`,
  },
  { title: 'Pay at the door', text: 'Cash or card, when your parcel arrives' },
  {
    title: `${POLICY.returnWithinDays} days to return`,
    text: `Refunded in ${POLICY.refundWorkingDays} working days`,
  },
] as const

export function DeliveryFacts() {
  return (
    <section aria-label="Delivery and returns" className="page">
      <ul className="facts">
        {DELIVERY_FACTS.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
