import { cartLimits } from '#shop/settings/cart-limits.ts'

export function DeliveryChargeNote({ className }: { className?: string }) {
  const texts = cartLimits().delivery_texts
  return (
    <p className={className}>
      <span>{texts?.charge}</span> <span className="inline-block">{texts?.time}</span>
    </p>
  )
}
