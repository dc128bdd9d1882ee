import { messages } from '#shop/messages/messages.ts'
import { deliveryTimePromise } from '#shop/messages/policy-messages.ts'

/** States only charges that checkout adds; today there are none. */
export function DeliveryChargeNote({ className }: { className?: string }) {
  return (
    <p className={className}>
      {messages.noDeliveryChargeAdded} <span className="inline-block">{deliveryTimePromise}</span>
    </p>
  )
}
