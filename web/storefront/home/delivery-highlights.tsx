import { POLICY } from '#shop/constants.ts'

const DELIVERY_HIGHLIGHTS = [
  { title: 'No delivery charge', text: 'Waived at present: you pay the price you see' },
  {
    title: `${POLICY.standardDeliveryWorkingDays} working days`,
    text: 'To any address in the United Kingdom',
  },
  { title: 'Pay at the door', text: 'Cash or card, when your parcel arrives' },
  {
    title: `${POLICY.returnWithinDays} days to return`,
    text: `Refunded in ${POLICY.refundWorkingDays} working days`,
  },
] as const

export function DeliveryHighlights() {
  return (
    <section aria-label="Delivery and returns" className="page">
      <ul className="facts">
        {DELIVERY_HIGHLIGHTS.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
