import { messages } from '#shop/messages/messages.ts'
import { withYouIn } from '#shop/messages/policy-messages.ts'

/** Beside a price stands only what is charged with it, and checkout adds nothing (D18). */
export function DeliveryRule({ className }: { className?: string }) {
  return (
    <p className={className}>
      {messages.nothingIsAdded} <span className="inline-block">{withYouIn}</span>
    </p>
  )
}
