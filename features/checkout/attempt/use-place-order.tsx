import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { CartLines } from '#features/cart/cart.ts'
import type { ShippingForm } from '#features/checkout/checkout-form.ts'
import type { PlacedOrder } from '#features/checkout/placing/placed-order.ts'
import type { PaymentMethod } from '#shop/constants.ts'
import { cartRevalidation } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import type { action, PlaceOrderFailure } from '#features/checkout/checkout-page.server.ts'
import type { SeenDelivery } from '#features/checkout/delivery-choice.ts'
import { completeAttempt, checkoutAttempts } from './stored-attempt.tsx'

export type PlaceOrderInput = {
  lines: CartLines
  address: ShippingForm
  paymentMethod: PaymentMethod
  savesAddress: boolean
  delivery: SeenDelivery | null
}
export type OrderPlacement = ReturnType<typeof usePlaceOrder>

export function usePlaceOrder(recheckAttempt: (key: string) => Promise<void>) {
  const fetcher = useFetcher<typeof action>()
  const sentAttempt = useRef<Pick<PlacedOrder, 'items'> & { key: string; isRetry: boolean }>(undefined)
  const [outcome, setOutcome] = useState<'placed' | 'placed-in-other-tab'>()
  const [checkedFailure, setCheckedFailure] = useState<PlaceOrderFailure>()
  const response = fetcher.data
  const placedOrder = response?.placed
  const isPlaced = placedOrder !== undefined
  const failure: PlaceOrderFailure | null = response && response.kind !== 'done' ? response : null
  const isCheckingAttempt = failure?.is_key_used === true && checkedFailure !== failure
  const isSending = fetcher.state !== 'idle' || isCheckingAttempt

  useEffect(() => {
    if (!response) return
    if (response.kind === 'done') {
      const { order_id, repeated } = response.placed
      const { key, items, isRetry } = sentAttempt.current!
      const isFirst = completeAttempt(key, { items, order_id })
      // Tabs do not read localStorage at the same instant, so the server decides whose request placed the
      // order.
      const isOwn = !repeated || (isRetry && isFirst)
      if (!isOwn) checkoutAttempts.markShown(key)
      setOutcome(isOwn ? 'placed' : 'placed-in-other-tab')
      return
    }
    const { key } = sentAttempt.current ?? { key: '' }
    if (response.is_key_used) void recheckAttempt(key).then(() => setCheckedFailure(response))
    if (response.is_key_spent) checkoutAttempts.discardAttempt(key)
    if (response.is_nothing_ordered) checkoutAttempts.markRefused(key)
    if (response.lines) cartRevalidation.applyRefusedLines(response.lines)
  }, [response, recheckAttempt])

  return {
    isPlaced,
    outcome,
    orderId: placedOrder?.order_id ?? null,
    isSending,
    failure: isSending ? null : failure,
    placeOrder({ lines, address, paymentMethod, savesAddress, delivery }: PlaceOrderInput) {
      if (isSending || isPlaced) return
      const seenLines = lines.map(({ id, quantity, price }) => ({ id, quantity, price }))
      const key = checkoutAttempts.startAttempt()
      sentAttempt.current = {
        key,
        items: lines.map(({ id, quantity }) => ({ product_id: id, quantity })),
        isRetry: sentAttempt.current?.key === key,
      }
      const form = {
        ...address,
        ...(savesAddress && { keep_address: 'on' }),
        payment_method: paymentMethod,
        idempotency_key: key,
        lines: JSON.stringify(seenLines),
        ...(delivery && {
          delivery_service: delivery.service,
          delivery_charge: String(delivery.charge),
          delivery_rate: String(delivery.rate),
          ...(delivery.free_over !== null && { delivery_free_over: String(delivery.free_over) }),
          ...(delivery.day && { delivery_day: delivery.day }),
        }),
      }
      void fetcher.submit(form, { method: 'post', action: '/checkout' })
    },
  }
}
