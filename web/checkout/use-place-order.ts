import { useEffect } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { clear, type CartLines } from '#shop/cart/cart.ts'
import type { ShippingForm } from '#shop/checkout/checkout.ts'
import type { PaymentMethod } from '#shop/spec.ts'
import { freshness } from '#web/cart/cart-freshness.ts'
import { cart } from '#web/cart/use-cart.ts'
import type { action, PlacingFailure } from './checkout-page.server.ts'
import { keepAddress, tabStorage } from './shipping-draft.ts'
import { createSubmitKeys, randomKey } from './submit-key.ts'

export type Order = { lines: CartLines; address: ShippingForm; paymentMethod: PaymentMethod }
export type Placing = ReturnType<typeof usePlaceOrder>

const submitKeys = createSubmitKeys(tabStorage, randomKey)

/** Sends the order and acts on the answer: done, or nothing ordered and the cart brought up to date (D16, D17). */
export function usePlaceOrder() {
  const fetcher = useFetcher<typeof action>()
  const navigate = useNavigate()
  const answer = fetcher.data
  const isPlaced = answer !== undefined && 'placed' in answer
  const failure: PlacingFailure | null = answer && !('placed' in answer) ? answer : null

  useEffect(() => {
    if (!answer) return
    if ('placed' in answer) {
      cart.change(clear)
      submitKeys.forget()
      keepAddress(tabStorage(), '', null)
      void navigate('/profile/orders?notice=order-placed', { replace: true })
      return
    }
    if (answer.is_key_used) submitKeys.forget()
    if (answer.lines) freshness.take(answer.lines)
  }, [answer, navigate])

  return {
    isPlaced,
    isSending: fetcher.state !== 'idle',
    failure: fetcher.state === 'idle' ? failure : null,
    /** A click while the last one is under way does nothing; the key makes even two that slip through one order. */
    place({ lines, address, paymentMethod }: Order) {
      if (fetcher.state !== 'idle' || isPlaced) return
      const seen = lines.map(({ id, quantity, price }) => ({ id, quantity, price }))
      const key = submitKeys.keyFor({ seen, address, paymentMethod })
      const form = { ...address, payment_method: paymentMethod, idempotency_key: key, lines: JSON.stringify(seen) }
      void fetcher.submit(form, { method: 'post', action: '/checkout' })
    },
  }
}
