import { useLoaderData, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { shortId } from '#features/orders/order.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { receiptTitle } from '#features/orders/order-status.ts'
import { messages } from '#shop/messages/messages.ts'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Button } from '#kit/form/button.tsx'
import { ChevronLeftIcon } from '#kit/display/icons.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { BuyAgainButton } from '#features/orders/own-orders/buy-again-button.tsx'
import { CancelOrderButton } from '#features/orders/own-orders/cancel-order-button.tsx'
import { AddressDetailItem, PaymentDetailItem } from '#features/orders/own-orders/order-detail-items.tsx'
import { OrderEmailAddress } from '#features/orders/own-orders/order-email-address.tsx'
import { CustomerOrderHistory } from './customer-order-history.tsx'
import type { loader } from './order-receipt-page.server.ts'
import { OrderTracker } from '#features/orders/own-orders/order-tracker.tsx'
import { orderInListUrl } from '#features/orders/own-orders/order-paths.ts'
import { OrdersNotice } from '#features/orders/own-orders/orders-notice.tsx'
import { ReceiptItems } from './receipt-items.tsx'
import { ReceiptCancellationRights } from './receipt-cancellation-rights.tsx'
import { PrintedOrderUrl, SellerDetailItem } from './receipt-seller.tsx'

export function head({ data: { order }, shopName }: HeadArgs<typeof loader>): Head {
  return { title: `${receiptTitle(order.status)} ${shortId(order.id)} – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.orderNotCancelled

/** Information required on a durable medium (Consumer Contracts Regulations 2013, regulation 16). */
export default function OrderReceiptPage() {
  const { order, emailRecipient, now } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { ref, waitingProps } = useEarlyClick()
  const { id, status, created_at } = order
  return (
    <div className="page receipt-page">
      <nav aria-label="Back">
        <ShopLink to={orderInListUrl(id, parsePageNumber(search.get('page')))} className="receipt-back">
          <ChevronLeftIcon /> Your orders
        </ShopLink>
      </nav>
      <OrdersNotice />
      <article className="receipt" aria-labelledby="receipt-title">
        <div className="receipt-letterhead">
          <Wordmark />
        </div>
        <header className="receipt-head">
          <div className="min-w-0">
            <p className="eyebrow">{receiptTitle(status)}</p>
            <h1 id="receipt-title" className="text-2xl wrap-anywhere">
              Order <span className="font-sans tabular-nums">{shortId(id)}</span>
            </h1>
            <p className="mt-1 text-muted">
              Placed on <time dateTime={created_at}>{formatLondonDateTime(created_at)}</time>
            </p>
          </div>
          <div className="order-actions">
            <Button ref={ref} size="small" className="needs-script" onClick={() => print()} {...waitingProps}>
              Print
            </Button>
            <CancelOrderButton order={order} />
            <BuyAgainButton order={order} />
          </div>
        </header>
        <section aria-label="Delivery">
          <OrderTracker order={order} />
        </section>
        <ReceiptItems order={order} />
        <dl className="receipt-facts">
          <PaymentDetailItem order={order} />
          <AddressDetailItem address={order.shipping_address} />
          <SellerDetailItem />
        </dl>
        <ReceiptCancellationRights order={order} now={now} />
        <CustomerOrderHistory events={order.history} />
        <PrintedOrderUrl orderId={id} now={now} />
      </article>
      <OrderEmailAddress address={emailRecipient} isVerified={order.is_address_verified} />
    </div>
  )
}
