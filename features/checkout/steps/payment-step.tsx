import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { cartTotal } from '#features/cart/cart.ts'
import { deliveryServiceLabels } from '#shop/delivery/delivery-messages.ts'
import type { DeliveryOffer } from '#shop/delivery/delivery-rates.ts'
import type { ShippingForm } from '#features/checkout/address/shipping-address.ts'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { formatPounds, sumPounds } from '#shop/money/money.ts'
import { ACCEPTED_PAYMENT_METHODS, DEFAULT_PAYMENT_METHOD, type PaymentMethod } from '#shop/constants.ts'
import { CartChangesNotice } from '#features/cart/revalidation/cart-changes-notice.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Button } from '#kit/form/button.tsx'
import { RadioCards } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { arrivalText } from './delivery-service-choice.tsx'
import type { SeenDelivery } from '#features/checkout/delivery-choice.ts'
import { focusOpenOrdersNotice, OPEN_ORDERS_REASON_ID } from './open-orders-notice.tsx'
import { SellerDetails } from './seller-details.tsx'
import type { OrderPlacement } from '#features/checkout/attempt/use-place-order.tsx'

type PaymentStepProps = {
  heading: RefObject<HTMLHeadingElement | null>
  address: ShippingForm
  savesAddress: boolean
  orderPlacement: OrderPlacement
  exceedsAllowance: boolean
  offer: DeliveryOffer | null
  delivery: SeenDelivery | null
  onBack: () => void
}

const OFFERED_METHODS: readonly PaymentMethod[] = ['cod', 'card']
const isAccepted = (method: PaymentMethod) => ACCEPTED_PAYMENT_METHODS.includes(method)
const OPTIONS = OFFERED_METHODS.map((method) => ({
  value: method,
  label: paymentMethodLabels[method],
  ...(isAccepted(method) ? { hint: messages.payOnDelivery } : { disabled: true, tag: messages.comingSoon }),
}))
const NO_ERRORS = {}

export function PaymentStep({
  heading,
  address,
  savesAddress,
  orderPlacement,
  exceedsAllowance,
  offer,
  delivery,
  onBack,
}: PaymentStepProps) {
  const { lines } = useCart()
  const [paymentMethod, setPaymentMethod] = useState<PaymentMethod>(DEFAULT_PAYMENT_METHOD)
  const { isSending } = orderPlacement
  const isShownInNotice = useIsShownInNotice(orderPlacement.failure, exceedsAllowance)
  const failure = isShownInNotice ? null : orderPlacement.failure
  useErrorPageTitle(failure !== null, failure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (exceedsAllowance) focusOpenOrdersNotice()
    else orderPlacement.placeOrder({ lines, address, paymentMethod, savesAddress, delivery })
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Payment Method
      </h2>
      {failure && (
        <ErrorSummary
          errors={failure.errors ?? NO_ERRORS}
          message={[failure.message, failure.advice].filter(Boolean).join(' ')}
        />
      )}
      <CartChangesNotice />
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
          {[
            address.full_name,
            address.address,
            `${address.city} ${address.post_code}`,
            address.country,
            address.phone,
          ].join('\n')}
        </address>
        {offer && delivery && (
          <p className="mt-2">
            {`${deliveryServiceLabels[delivery.service]}: ${arrivalText(offer, delivery.service)}`}
          </p>
        )}
        {savesAddress && <p className="mt-2 text-sm text-muted">{messages.addressWillBeSaved}</p>}
      </section>
      <SellerDetails isDeliveryCharged={offer !== null} />
      <div className="flex flex-wrap-reverse gap-3 sm:flex-nowrap">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          className="grow"
          pending={isSending}
          pendingLabel="Placing order..."
          // Stays clickable, because a click leads to the reason.
          aria-disabled={exceedsAllowance || undefined}
          aria-describedby={exceedsAllowance ? OPEN_ORDERS_REASON_ID : undefined}
        >{`Place order and pay ${formatPounds(sumPounds([cartTotal(lines), delivery?.charge ?? 0]))} on delivery`}</Button>
      </div>
    </form>
  )
}

/** True if the notice above shows this refusal; the refusal is dropped once the email is verified. */
function useIsShownInNotice(failure: OrderPlacement['failure'], exceedsAllowance: boolean): boolean {
  const [noticeFailure, setNoticeFailure] = useState<OrderPlacement['failure']>(null)
  const isInNotice = failure?.is_open_total === true && exceedsAllowance
  if (isInNotice && noticeFailure !== failure) setNoticeFailure(failure)
  useEffect(() => {
    if (isInNotice) focusOpenOrdersNotice()
  }, [isInNotice])
  return isInNotice || (failure !== null && noticeFailure === failure)
}
