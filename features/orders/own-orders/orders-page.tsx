import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { pageNotInList } from '#shop/paging/paging-messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { PageOutOfRange } from '#kit/feedback/page-out-of-range.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'
import { ordersPath } from './order-paths.ts'
import { OrderEmailAddress } from './order-email-address.tsx'
import { OrdersNotice } from './orders-notice.tsx'
import type { loader } from './orders-page.server.ts'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  if (data.requestedPage !== data.page)
    return { title: `${pageNotInList(data.requestedPage)} – ${shopName}`, noIndex: true }
  const pageSuffix = data.pageCount > 1 ? ` (page ${data.page} of ${data.pageCount})` : ''
  return { title: `Your orders${pageSuffix} – ${shopName}`, noIndex: true }
}

export const failureMessage = () => messages.orderNotCancelled

export default function OrdersPage() {
  const { orders, page, pageCount, requestedPage, emailRecipient, isJustPlaced } =
    useLoaderData<typeof loader>()
  return (
    <div className="page py-10 md:py-14">
      <h1 className="text-2xl">Your orders</h1>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <OrdersNotice />
        {emailRecipient && orders && orders.length > 0 && !isJustPlaced && (
          <OrderEmailAddress address={emailRecipient.address} isVerified={emailRecipient.isVerified} />
        )}
        {orders === null ? (
          <EmptyState
            title={messages.ordersNotLoaded}
            action={<LinkButton to="/profile/orders">Try again</LinkButton>}
          />
        ) : requestedPage !== page ? (
          <PageOutOfRange page={requestedPage} pageCount={pageCount} hrefFor={ordersPath} />
        ) : orders.length === 0 ? (
          <EmptyState
            title={messages.noOrdersYet}
            action={<LinkButton to="/products">Start Shopping</LinkButton>}
          >
            {messages.noOrdersYetHint}
          </EmptyState>
        ) : (
          <>
            {isJustPlaced && emailRecipient && orders[0] && (
              <OrderConfirmation order={orders[0]} emailRecipient={emailRecipient} />
            )}
            {orders.map((order) => (
              <OrderCard key={order.id} order={order} />
            ))}
            <Pagination page={page} pageCount={pageCount} hrefFor={ordersPath} label="Pages of orders" />
            <Help />
          </>
        )}
      </div>
    </div>
  )
}

function Help() {
  const { email, phone } = useShopIdentity()
  return (
    <p className="text-sm text-muted">
      A question about an order? Ring <PhoneLink number={phone} /> or write to <EmailLink address={email} />.
    </p>
  )
}
