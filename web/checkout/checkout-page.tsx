import { useEffect, useLayoutEffect } from 'react'
import { useLoaderData } from 'react-router'
import { cartTotal } from '#shop/cart/cart.ts'
import { overAllowance } from '#shop/checkout/limits/limit-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { CartChanges } from '#web/cart/revalidation/cart-changes-notice.tsx'
import { useCart } from '#web/cart/store/use-cart.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { loader } from './checkout-page.server.ts'
import { CheckoutSteps } from './steps/checkout-steps.tsx'
import { OpenOrdersNotice } from './steps/open-orders-notice.tsx'
import { useEarlierSubmit } from './attempt/use-previous-attempt.ts'
import { useFreshCart } from './use-checkout-cart-revalidation.ts'
import { useKeptRefusal } from './attempt/use-stored-refusal.ts'
import { useOrderedElsewhere } from './attempt/use-cart-ordered-in-other-tab.ts'
import { usePlaceOrder } from './attempt/use-place-order.ts'
import { useWayToOrders } from './attempt/use-redirect-to-orders.ts'

export function head({ shopName }: HeadArgs<typeof loader>): Head {
  return { title: `Checkout – ${shopName}`, noIndex: true }
}

/**
 * /checkout: shipping, then payment, with the cart in view (§2). As high as the window at least: what the browser knows of
 * the cart comes after the page, and the footer must not come up, or go down, with it.
 */
export default function CheckoutPage() {
  const { customer_id, email, allowance, profile } = useLoaderData<typeof loader>()
  const { lines, isKnown } = useCart()
  const earlier = useEarlierSubmit()
  const placing = useKeptRefusal(usePlaceOrder(earlier.ask), customer_id)
  const orderedElsewhere = useOrderedElsewhere()
  const notice = placing.outcome === 'placed' ? 'order-placed' : earlier.fate === 'placed' ? 'order-already-placed' : null
  const elsewhere = notice === null && (placing.outcome === 'placed-elsewhere' ? placing.orderId : placing.isPlaced ? null : orderedElsewhere)
  const tooMuch = allowance && overAllowance(allowance, cartTotal(lines))
  useWayToOrders(notice)
  useFreshCart(earlier.fate === 'settled')
  return (
    <div className="page min-h-screen py-8 md:py-12">
      <h1 className="text-2xl">Checkout</h1>
      {elsewhere ? (
        <OrderedElsewhere orderId={elsewhere} />
      ) : notice || placing.isPlaced ? (
        <UnderWay />
      ) : !isKnown || earlier.fate === 'asking' ? (
        <NotYetKnown />
      ) : lines.length === 0 ? (
        <NothingToBuy failure={placing.failure?.message} />
      ) : (
        <>
          {earlier.untold && <LastOrder orderId={earlier.untold} />}
          <CheckoutSteps
            key={customer_id}
            openOrders={tooMuch ? <OpenOrdersNotice email={email} sentence={tooMuch} isVerified={allowance!.is_verified} /> : null}
            customerId={customer_id}
            profile={profile}
            placing={placing}
          />
        </>
      )}
    </div>
  )
}

/** The long form is gone, and where somebody had scrolled to in it there is only the footer. */
function useTopOfPage() {
  // Before it is painted, or the footer fills the window for a moment; and after the router, which on the way back puts
  // the page where it was.
  useLayoutEffect(toTop, [])
  useEffect(toTop, [])
}

/** A browser that answers scrollTo with a promise would have React call it as what cleans up. */
const toTop = () => void scrollTo(0, 0)

function UnderWay() {
  useTopOfPage()
  return (
    <p role="status" className="mt-8 text-lg">
      {messages.orderUnderWay}
    </p>
  )
}

function LastOrder({ orderId }: { orderId: string }) {
  return (
    <Notice className="mt-6">
      {messages.lastOrderPlaced}{' '}
      <ShopLink to={`/profile/orders/${orderId}`} className="link">
        See that order
      </ShopLink>
    </Notice>
  )
}

/** In the other tabs of a shopper: one cart is one order, and this one has become it. */
function OrderedElsewhere({ orderId }: { orderId: string }) {
  const { lines } = useCart()
  useTopOfPage()
  return (
    <div role="status" className="mt-6">
      <EmptyState title={messages.cartOrderedAlready} action={<LinkButton to={`/profile/orders/${orderId}`}>See the order</LinkButton>}>
        {lines.length > 0 ? (
          <a href="/checkout" className="link">
            {messages.goOnWithNewCart}
          </a>
        ) : (
          messages.nothingOrderedTwice
        )}
      </EmptyState>
    </div>
  )
}

function NothingToBuy({ failure }: { failure: string | undefined }) {
  useTopOfPage()
  return (
    <div className="mt-6 grid gap-4">
      {failure && <Notice tone="error" title={failure} />}
      <CartChanges />
      <EmptyState title={messages.cartEmpty} action={<LinkButton to="/products">Continue Shopping</LinkButton>}>
        {messages.cartEmptyHint}
      </EmptyState>
    </div>
  )
}

/** The cart lives in the browser, so the server cannot know what is being bought; nor is it, until a lost answer is found. */
function NotYetKnown() {
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
