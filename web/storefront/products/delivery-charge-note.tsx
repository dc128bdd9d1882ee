import { messages } from '#shop/messages/messages.ts'
import { cartLimits } from '#shop/settings/cart-limits.ts'
import { deliveryTimePromise } from '#shop/messages/policy-messages.ts'

export function DeliveryChargeNote({ className }: { className?: string }) {
  return (
    <p className={className}>
      {cartLimits().delivery?.note ?? messages.noDeliveryChargeAdded}{' '}
      <span className="inline-block">{deliveryTimePromise}</span>
    </p>
  )
}
