import { useEffect, useState, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { shortId } from '#features/orders/order.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { DismissButton } from '#kit/admin/screen/dismiss-button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import {
  orderFetcherKey,
  type OrderActionResult,
} from '#features/orders/admin/actions/order-action-result.ts'
import { ORDERS_PATH } from './order-list-url.ts'
import { UndoButton } from '#features/orders/admin/actions/undo-button.tsx'

const SUCCESS_TOAST_MS = 6_000
export const MAX_TOASTS = 3

/** `children`: toasts about several orders. */
export function OrderActionToasts({
  orderIds,
  children,
}: {
  orderIds: readonly string[]
  children: ReactNode
}) {
  return (
    <div className="outcomes" aria-live="polite">
      {orderIds.slice(-MAX_TOASTS).map((id) => (
        <OrderActionToast key={id} orderId={id} />
      ))}
      {children}
    </div>
  )
}

function OrderActionToast({ orderId }: { orderId: string }) {
  const { data, state } = useFetcher<OrderActionResult>({ key: orderFetcherKey(orderId) })
  const [dismissed, setDismissed] = useState<OrderActionResult>()
  const isDone = data?.kind === 'done'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDismissed(data), SUCCESS_TOAST_MS)
    return () => clearTimeout(timer)
  }, [isDone, data])
  if (!data || data === dismissed || data.errors || state === 'submitting') return null
  return (
    <div className="outcome" data-tone={isDone ? undefined : 'error'} role={isDone ? undefined : 'alert'}>
      <div>
        <OrderActionMessage actionResult={data} />
      </div>
      <DismissButton onClick={() => setDismissed(data)} />
    </div>
  )
}

export function OrderActionNotice({ actionResult }: { actionResult: OrderActionResult }): ReactNode {
  if (actionResult.errors) return null
  return (
    <Notice tone={actionResult.kind === 'done' ? 'success' : 'error'} className="mb-3">
      <OrderActionMessage actionResult={actionResult} />
      {actionResult.is_undoable && (
        <PostForm>
          <input type="hidden" name="order_id" value={actionResult.order_id} />
          <input type="hidden" name="expected_status" value={actionResult.status} />
          <UndoButton />
        </PostForm>
      )}
    </Notice>
  )
}

function OrderActionMessage({ actionResult }: { actionResult: OrderActionResult }) {
  return (
    <>
      {actionResult.order_id && (
        <ShopLink to={`${ORDERS_PATH}/${actionResult.order_id}`} className="link order-id">
          {shortId(actionResult.order_id)}
        </ShopLink>
      )}{' '}
      <span>{[actionResult.message, actionResult.detail].filter(Boolean).join(' ')}</span>
    </>
  )
}
