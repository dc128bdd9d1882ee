import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { cartTotal } from '#shop/cart/cart.ts'
import type { ShippingForm } from '#shop/checkout/address/shipping-address.ts'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodNames } from '#shop/orders/order-labels.ts'
import { formatPounds } from '#shop/money/money.ts'
import { ACCEPTED_PAYMENT_METHODS, DEFAULT_PAYMENT_METHOD, type PaymentMethod } from '#shop/constants.ts'
import { CartChanges } from '#web/cart/revalidation/cart-changes-notice.tsx'
import { useCart } from '#web/cart/store/use-cart.ts'
import { useErrorTitle } from '#web/forms/use-error-title.ts'
import { Button } from '#web/ui/form/button.tsx'
import { RadioCards } from '#web/ui/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { focusOpenOrders, OPEN_ORDERS_REASON } from './open-orders-notice.tsx'
import { Seller } from './seller-details.tsx'
import type { Placing } from '#web/checkout/attempt/use-place-order.ts'

type PaymentStepProps = {
  heading: RefObject<HTMLHeadingElement | null>
  address: ShippingForm
  isAddressKept: boolean
  placing: Placing
  /** The notice above the steps says that this order cannot be placed yet, and why. */
  isTooMuch: boolean
  onBack: () => void
}

const OFFERED: readonly PaymentMethod[] = ['cod', 'card']
const isAccepted = (method: PaymentMethod) => ACCEPTED_PAYMENT_METHODS.includes(method)
const OPTIONS = OFFERED.map((method) => ({
  value: method,
  label: paymentMethodNames[method],
  ...(isAccepted(method) ? { hint: messages.payTheDriver } : { disabled: true, mark: messages.comingSoon }),
}))
const NOTHING_WRONG = {}

/** Step 2: how to pay, and everything to look over before the button that says what it does (§5, A3). */
export function PaymentStep({ heading, address, isAddressKept, placing, isTooMuch, onBack }: PaymentStepProps) {
  const { lines } = useCart()
  const [paymentMethod, setPaymentMethod] = useState<PaymentMethod>(DEFAULT_PAYMENT_METHOD)
  const { isSending } = placing
  const isToldAbove = useIsToldAbove(placing.failure, isTooMuch)
  const failure = isToldAbove ? null : placing.failure
  useErrorTitle(failure !== null, failure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooMuch) focusOpenOrders()
    else placing.place({ lines, address, paymentMethod, isAddressKept })
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Payment Method
      </h2>
      {failure && (
        <ErrorSummary
          errors={failure.errors ?? NOTHING_WRONG}
          message={[failure.message, failure.advice].filter(Boolean).join(' ')}
        />
      )}
      <CartChanges />
      <RadioCards
        legend="Payment Method"
        legendHidden
        name="payment_method"
        options={OPTIONS}
        defaultValue={paymentMethod}
        onChange={(value) => setPaymentMethod(value as PaymentMethod)}
      />
      <section aria-labelledby="deliver-to" className="border-t border-line pt-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 id="deliver-to">Deliver to</h3>
          <a href="#shipping" className="link py-2" onClick={(event) => (event.preventDefault(), onBack())}>
            Change<span className="visually-hidden"> the address</span>
          </a>
        </div>
        <address className="mt-1 wrap-anywhere whitespace-pre-line not-italic">
          {[address.full_name, address.address, `${address.city} ${address.post_code}`, address.country, address.phone].join('\n')}
        </address>
        {isAddressKept && <p className="mt-2 text-sm text-muted">{messages.addressWillBeKept}</p>}
      </section>
      <Seller />
      <div className="flex flex-wrap-reverse gap-3 sm:flex-nowrap">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          className="grow"
          pending={isSending}
          pendingLabel="Placing order..."
          // Can be pressed all the same, which leads to the reason.
          aria-disabled={isTooMuch || undefined}
          aria-describedby={isTooMuch ? OPEN_ORDERS_REASON : undefined}
        >
          Place order and pay {formatPounds(cartTotal(lines))} on delivery
        </Button>
      </div>
    </form>
  )
}

/** A refusal that the notice above has taken over: it gets the focus, and the refusal is over with it once the address is verified. */
function useIsToldAbove(failure: Placing['failure'], isTooMuch: boolean): boolean {
  const [told, setTold] = useState<Placing['failure']>(null)
  const isTold = failure?.is_open_total === true && isTooMuch
  if (isTold && told !== failure) setTold(failure)
  useEffect(() => {
    if (isTold) focusOpenOrders()
  }, [isTold])
  return isTold || (failure !== null && told === failure)
}
