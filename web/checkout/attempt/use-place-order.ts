import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { CartLines } from '#shop/cart/cart.ts'
import type { ShippingForm } from '#shop/checkout/checkout-form.ts'
import type { SubmittedOrder } from '#shop/checkout/placing/placed-order.ts'
import type { PaymentMethod } from '#shop/constants.ts'
import { freshness } from '#web/cart/revalidation/use-cart-revalidation.ts'
import type { action, PlacingFailure } from '#web/checkout/checkout-page.server.ts'
import { putAwayOrder, submitKeys } from './stored-attempt.ts'

export type Order = { lines: CartLines; address: ShippingForm; paymentMethod: PaymentMethod; isAddressKept: boolean }
export type Placing = ReturnType<typeof usePlaceOrder>

/**
 * Sends the order and acts on the answer: done, or nothing ordered and the cart brought up to date (D16, D17).
 * In: a way to ask what became of an earlier submit, for a key that turns out to have made its order.
 */
export function usePlaceOrder(askAboutEarlier: (key: string) => Promise<void>) {
  const fetcher = useFetcher<typeof action>()
  const sent = useRef<Pick<SubmittedOrder, 'items'> & { key: string }>(undefined)
  const [outcome, setOutcome] = useState<'placed' | 'placed-elsewhere'>()
  const [looked, setLooked] = useState<PlacingFailure>()
  const answer = fetcher.data
  const isPlaced = answer !== undefined && 'placed' in answer
  const failure: PlacingFailure | null = answer && !('placed' in answer) ? answer : null
  const isLooking = failure?.is_key_used === true && looked !== failure
  const isSending = fetcher.state !== 'idle' || isLooking

  useEffect(() => {
    if (!answer) return
    if ('placed' in answer) {
      // Another tab that sent the same cart may have brought its shopper to the order before.
      const isFirst = sent.current && putAwayOrder(sent.current.key, { ...sent.current, order_id: answer.placed.order_id })
      if (sent.current && !isFirst) submitKeys.arrived(sent.current.key)
      setOutcome(isFirst ? 'placed' : 'placed-elsewhere')
      return
    }
    const { key } = sent.current ?? { key: '' }
    if (answer.is_key_used) void askAboutEarlier(key).then(() => setLooked(answer))
    if (answer.is_key_spent) submitKeys.forget(key)
    if (answer.is_nothing_ordered) submitKeys.refused(key)
    if (answer.lines) freshness.take(answer.lines)
  }, [answer, askAboutEarlier])

  return {
    isPlaced,
    /** Undefined until it is known whether this page is the first to learn of its order. */
    outcome,
    orderId: isPlaced ? answer.placed.order_id : null,
    isSending,
    failure: isSending ? null : failure,
    /** A click while the last one is under way does nothing; the key makes even two that slip through one order. */
    place({ lines, address, paymentMethod, isAddressKept }: Order) {
      if (isSending || isPlaced) return
      const seen = lines.map(({ id, quantity, price }) => ({ id, quantity, price }))
      const key = submitKeys.send()
      sent.current = { key, items: lines.map(({ id, quantity }) => ({ product_id: id, quantity })) }
      const form = {
        ...address,
        ...(isAddressKept && { keep_address: 'on' }),
        payment_method: paymentMethod,
        idempotency_key: key,
        lines: JSON.stringify(seen),
      }
      void fetcher.submit(form, { method: 'post', action: '/checkout' })
    },
  }
}
