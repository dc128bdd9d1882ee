import { messages } from '#shop/messages/messages.ts'
import { deliveryTimePromise } from '#shop/messages/policy-messages.ts'

/** Beside a price stands only what is charged with it, and checkout adds nothing. */
export function DeliveryChargeNote({ className }: { className?: string }) {
  return (
    <p className={className}>
      {messages.noDeliveryChargeAdded} <span className="inline-block">{deliveryTimePromise}</span>
    </p>
  )
}
