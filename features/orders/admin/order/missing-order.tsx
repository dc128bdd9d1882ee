import { useLocation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { OrderActionNotice } from '#features/orders/admin/list/order-action-toasts.tsx'
import { ORDERS_PATH } from '#features/orders/admin/list/order-list-url.ts'
import type { action } from './order-page.server.ts'

export function OrderNotFound() {
  return (
    <EmptyState
      level="h1"
      title={messages.orderNotFound}
      action={<LinkButton to={ORDERS_PATH}>Back to Orders</LinkButton>}
    >
      {adminOrderMessages.noSuchOrder}
    </EmptyState>
  )
}

/** Without scripts, this also answers a step that may or may not have failed. */
export function OrderNotRead({ failure }: { failure: string }) {
  const { pathname, search } = useLocation()
  const result = useActionResult<typeof action>()
  return (
    <>
      <h1>Order</h1>
      {result && !('intent' in result) && <OrderActionNotice actionResult={result} />}
      <Notice tone="error" className="mb-4 mt-3">
        {failure}
      </Notice>
      <a href={pathname + search} className="button">
        Try again
      </a>
    </>
  )
}
