import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { cartTotal, quantityInCart } from '#features/cart/cart.ts'
import { cartLimitMessage } from '#features/checkout/limits/limit-messages.ts'
import { deliveryMessages } from '#shop/delivery/delivery-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { deliveryTime } from '#shop/messages/policy-messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import { prefetchPage } from '#kit/page-data/prefetch-page.ts'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { Drawer } from '#kit/dialog/dialog.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { CartTotals, totalWithDelivery } from '#features/cart/totals/cart-totals.tsx'
import { CartChangesNotice } from '#features/cart/revalidation/cart-changes-notice.tsx'
import { CartLineRow } from './cart-line-row.tsx'
import { undoRemoval } from './undo-removal.tsx'
import { cartRevalidation, useCartRevalidation } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import { closeDrawer, lastRemoved, type RemovedLine } from '#features/cart/store/cart-ui-state.tsx'
import { useSignal } from '#kit/hydration/signal.ts'
import { useCart } from '#features/cart/store/use-cart.tsx'

export { AddedPopup } from '#features/cart/add-to-cart/added-to-cart-popup.tsx'
export { refreshStock, announceAdded } from '#features/cart/add-to-cart/announce-added.tsx'

export function CartPanel({ isOpen }: { isOpen: boolean }) {
  const { lines } = useCart()
  return (
    <Drawer
      open={isOpen}
      onClose={closeDrawer}
      title="Your cart"
      closeLabel="Close cart"
      initialFocus="title"
      footer={isOpen && lines.length > 0 && <CartFooter />}
    >
      {isOpen && <CartContents />}
    </Drawer>
  )
}

function CartContents() {
  const { lines, isPersisted } = useCart()
  const { state, products } = useCartRevalidation()
  const removed = useSignal(lastRemoved)
  useEffect(() => {
    void cartRevalidation.refresh()
    return cartRevalidation.clearChanges
  }, [])
  const hasUnknownLine = state === 'loaded' && lines.some(({ id }) => !products.has(id))
  useEffect(() => {
    // A line added by another tab; the request on opening already covers the others.
    if (hasUnknownLine && cartRevalidation.stateSignal.get().state === 'loaded')
      void cartRevalidation.refresh()
  }, [hasUnknownLine])
  return (
    <div className="grid gap-4">
      <CartChangesNotice />
      {state === 'failed' && <Notice tone="warning">{messages.cartNotChecked}</Notice>}
      {!isPersisted && <Notice tone="warning">{messages.cartNotStored}</Notice>}
      {removed && quantityInCart(lines, removed.line.id) === 0 && <RemovedNotice removed={removed} />}
      {lines.length > 0 ? (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <CartLineRow
              key={line.id}
              line={line}
              product={products.get(line.id)}
              isReadFailed={state === 'failed'}
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={messages.cartEmpty}
          action={
            <LinkButton to="/products" onClick={closeDrawer}>
              Continue Shopping
            </LinkButton>
          }
        >
          {messages.cartEmptyHint}
        </EmptyState>
      )}
    </div>
  )
}

function RemovedNotice({ removed }: { removed: RemovedLine }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [removed])
  return (
    <div ref={box} tabIndex={-1} className="notice flex items-center justify-between gap-x-4 py-1 pr-1">
      <p className="min-w-0">{`${removed.line.name} removed`}</p>
      <Button variant="quiet" size="small" onClick={undoRemoval}>
        Undo
      </Button>
    </div>
  )
}

const CHECKOUT_PATH = '/checkout'

function CartFooter() {
  const { lines } = useCart()
  const navigate = useNavigate()
  const checkOut = () => {
    closeDrawer()
    void navigate(CHECKOUT_PATH)
  }
  const itemsTotal = cartTotal(lines)
  const { delivery } = cartLimits()
  const { user } = useSession()
  const largeOrderNote = cartLimitMessage(
    totalWithDelivery(itemsTotal, delivery),
    cartLimits(),
    user && user.is_email_verified,
  )
  return (
    <div className="grid gap-3">
      <CartTotals itemsTotal={itemsTotal} rates={delivery} />
      <p className="text-sm text-muted">
        {`${delivery ? deliveryMessages.allYouPay : messages.totalIsFinal} ${delivery && delivery.express !== null ? `${deliveryMessages.expressAtCheckout(delivery.express)} ` : ''}${deliveryTime}`}
      </p>
      {largeOrderNote && <p className="text-sm">{largeOrderNote}</p>}
      <Button
        onClick={checkOut}
        onPointerEnter={() => prefetchPage(CHECKOUT_PATH)}
        onFocus={() => prefetchPage(CHECKOUT_PATH)}
      >
        Checkout
      </Button>
    </div>
  )
}
