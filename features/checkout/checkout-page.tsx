import { useEffect, useLayoutEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { cartTotal } from '#features/cart/cart.ts'
import { allowanceExceededMessage, isVerifyingEnough } from './limits/limit-messages.ts'
import type { DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { messages } from '#shop/messages/messages.ts'
import { cartLimits, setCartLimits } from '#shop/cart-limits.ts'
import { sumPounds } from '#shop/money/money.ts'
import { CartChangesNotice } from '#features/cart/revalidation/cart-changes-notice.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Skeleton } from '#kit/feedback/skeleton.tsx'
import type { loader } from './checkout-page.server.ts'
import { seenDelivery } from './delivery-choice.ts'
import { CheckoutSteps } from './steps/checkout-steps.tsx'
import { OpenOrdersNotice } from './steps/open-orders-notice.tsx'
import { usePreviousAttempt } from './attempt/use-previous-attempt.tsx'
import { useCheckoutCartRevalidation } from './use-checkout-cart-revalidation.tsx'
import { useStoredRefusal } from './attempt/use-stored-refusal.tsx'
import { useCartOrderedInOtherTab } from './attempt/use-cart-ordered-in-other-tab.tsx'
import { usePlaceOrder } from './attempt/use-place-order.tsx'
import { useRedirectToOrders } from './attempt/use-redirect-to-orders.tsx'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Checkout – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.orderNotPlaced

/** At least as high as the window, so that the footer does not move when the cart is loaded. */
export default function CheckoutPage() {
  const { customer_id, email, allowance, profile, delivery } = useLoaderData<typeof loader>()
  const { lines, isLoaded } = useCart()
  const previousAttempt = usePreviousAttempt()
  const orderPlacement = useStoredRefusal(usePlaceOrder(previousAttempt.recheck), customer_id)
  const orderIdInOtherTab = useCartOrderedInOtherTab()
  const notice =
    orderPlacement.outcome === 'placed'
      ? 'order-placed'
      : previousAttempt.result === 'placed'
        ? 'order-already-placed'
        : null
  const otherTabOrderId =
    notice === null &&
    (orderPlacement.outcome === 'placed-in-other-tab'
      ? orderPlacement.orderId
      : orderPlacement.isPlaced
        ? null
        : orderIdInOtherTab)
  const [chosenService, setChosenService] = useState<DeliveryService>('standard')
  const itemsTotal = cartTotal(lines)
  const chosenDelivery = seenDelivery(delivery, chosenService, itemsTotal)
  const orderTotal = sumPounds([itemsTotal, chosenDelivery?.charge ?? 0])
  const allowanceMessage = allowance && allowanceExceededMessage(allowance, orderTotal)
  const rates = delivery?.rates
  useEffect(() => {
    // The cart drawer on this page shows the current rates, which may be newer than the opening page's.
    const { delivery: _outdated, ...limits } = cartLimits()
    setCartLimits({ ...limits, ...(rates && { delivery: rates }) })
  }, [rates])
  useRedirectToOrders(notice)
  useCheckoutCartRevalidation(previousAttempt.result === 'settled')
  return (
    <div className="page min-h-screen py-8 md:py-12">
      <h1 className="text-2xl">Checkout</h1>
      {otherTabOrderId ? (
        <OrderedInOtherTab orderId={otherTabOrderId} />
      ) : notice || orderPlacement.isPlaced ? (
        <OrderInProgress />
      ) : !isLoaded || previousAttempt.result === 'loading' ? (
        <CheckoutSkeleton />
      ) : lines.length === 0 ? (
        <EmptyCart failure={orderPlacement.failure?.message} />
      ) : (
        <>
          {previousAttempt.unacknowledgedOrderId && (
            <LastOrderNotice orderId={previousAttempt.unacknowledgedOrderId} />
          )}
          <CheckoutSteps
            key={customer_id}
            openOrdersNotice={
              allowanceMessage ? (
                <OpenOrdersNotice
                  email={email}
                  reason={allowanceMessage}
                  offersVerification={isVerifyingEnough(allowance, orderTotal)}
                />
              ) : null
            }
            customerId={customer_id}
            profile={profile}
            orderPlacement={orderPlacement}
            offer={delivery}
            delivery={chosenDelivery}
            onServiceChange={setChosenService}
          />
        </>
      )}
    </div>
  )
}

function useScrollToTop() {
  // Before painting, so that the footer does not fill the window; again after React Router restored the
  // position.
  useLayoutEffect(scrollToTop, [])
  useEffect(scrollToTop, [])
}

/** Returns undefined: if scrollTo returns a promise, React would treat it as a cleanup function. */
const scrollToTop = () => {
  scrollTo(0, 0)
}

function OrderInProgress() {
  useScrollToTop()
  return (
    <p role="status" className="mt-8 text-lg">
      {messages.redirectingToOrder}
    </p>
  )
}

function LastOrderNotice({ orderId }: { orderId: string }) {
  return (
    <Notice className="mt-6">
      {messages.previousOrderWasPlaced}{' '}
      <ShopLink to={`/profile/orders/${orderId}`} className="link">
        See that order
      </ShopLink>
    </Notice>
  )
}

function OrderedInOtherTab({ orderId }: { orderId: string }) {
  const { lines } = useCart()
  useScrollToTop()
  return (
    <div role="status" className="mt-6">
      <EmptyState
        title={messages.cartAlreadyOrdered}
        action={<LinkButton to={`/profile/orders/${orderId}`}>See the order</LinkButton>}
      >
        {lines.length > 0 ? (
          <a href="/checkout" className="link">
            {messages.continueWithNewCart}
          </a>
        ) : (
          messages.orderedInAnotherTab
        )}
      </EmptyState>
    </div>
  )
}

function EmptyCart({ failure }: { failure: string | undefined }) {
  useScrollToTop()
  return (
    <div className="mt-6 grid gap-4">
      {failure && <Notice tone="error" title={failure} />}
      <CartChangesNotice />
      <EmptyState
        title={messages.cartEmpty}
        action={<LinkButton to="/products">Continue Shopping</LinkButton>}
      >
        {messages.cartEmptyHint}
      </EmptyState>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="mt-6">
      <noscript>
        <Notice tone="warning">{messages.checkoutNeedsScripts}</Notice>
      </noscript>
      <div className="needs-script grid gap-8 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="h-230 lg:h-180" />
        <Skeleton className="hidden h-80 lg:block" />
      </div>
    </div>
  )
}
