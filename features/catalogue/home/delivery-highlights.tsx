import { REFUND_WORKING_DAYS, RETURN_WITHIN_DAYS, STANDARD_DELIVERY_WORKING_DAYS } from '#shop/constants.ts'
import { cartLimits } from '#shop/cart-limits.ts'

const DELIVERY_HIGHLIGHTS = [
  { title: `${STANDARD_DELIVERY_WORKING_DAYS} working days`, text: 'To any address in the United Kingdom' },
  { title: 'Pay at the door', text: 'Cash or card, when your parcel arrives' },
  { title: `${RETURN_WITHIN_DAYS} days to return`, text: `Refunded in ${REFUND_WORKING_DAYS} working days` },
] as const

export function DeliveryHighlights() {
  return (
    <section aria-label="Delivery and returns" className="page">
      <ul className="facts">
        {[cartLimits().delivery_texts, ...DELIVERY_HIGHLIGHTS].map(
          (each) =>
            each && (
              <li key={each.title}>
                <strong>{each.title}</strong>
                <span>{each.text}</span>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
