import { cartLimits } from '#shop/cart-limits.ts'

export function UnitPrice({ text }: { text: string | null }) {
  return text && <span className="unit-price">{text}</span>
}

export function DeliveryChargeNote({ className }: { className?: string }) {
  const texts = cartLimits().delivery_texts
  return (
    <p className={className}>
      <span>{texts?.charge}</span> <span className="inline-block">{texts?.time}</span>
    </p>
  )
}
