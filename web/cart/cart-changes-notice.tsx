import { messages } from '#shop/messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useFreshness } from './cart-freshness.ts'

/** Says plainly what was brought up to date in the cart: never a silent change (D15). */
export function CartChanges() {
  const { changes } = useFreshness()
  if (changes.length === 0) return null
  return (
    <Notice tone="warning" title={messages.cartChanged}>
      <ul className="mt-1 grid gap-1">
        {changes.map(({ id, sentence }) => (
          <li key={id + sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
