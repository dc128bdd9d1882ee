import { messages } from '#shop/messages/messages.ts'
import { deliveryTimePromise } from '#shop/messages/policy-messages.ts'

export function DeliveryChargeNote({ className }: { className?: string }) {
  return (
    <p className={className}>
      {messages.noDeliveryChargeAdded} <span className="inline-block">{deliveryTimePromise}</span>
    </p>
  )
}
