import { useEffect, useState, type ReactNode } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { returnAfterDelivery } from '#shop/messages/policy-messages.ts'
import { phoneToCancel } from '#features/orders/cancellation/statutory-cancellation.ts'
import { formatPounds } from '#shop/money/money.ts'
import { shortId, type OrderSummary } from '#features/orders/order.ts'
import { cancelPermission } from '#features/orders/order-status.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { useIsHydrated } from '#kit/hydration/use-early-click.ts'
import { removeUrlParameter } from '#kit/actions/use-url-notice.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { withNonBreakingSpaces, telephoneUrl } from '#kit/navigation/contact-links.tsx'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { orderPath } from './order-paths.ts'

/** Before hydration it links to the order's page, which contains the confirmation. */
export function CancelOrderButton({ order }: { order: OrderSummary }) {
  const [search] = useSearchParams()
  const isHydrated = useIsHydrated()
  const isRequested = search.get('cancel') === order.id
  const [isOpen, setOpen] = useState(isRequested)
  const permission = cancelPermission('customer', order.status)
  const isSending = useIsCancelling(order.id)
  useEffect(() => {
    if (isSending) return () => setOpen(false)
    return undefined
  }, [isSending])
  // A reload must not open the dialog again.
  useEffect(() => {
    if (isRequested) removeUrlParameter('cancel')
  }, [isRequested])
  if (permission === 'no') return null
  const close = () => setOpen(false)
  const page = parsePageNumber(search.get('page'))
  const title = (
    <>
      Cancel order <span className="font-sans tabular-nums">{shortId(order.id)}</span>
    </>
  )
  const content = permission === 'yes' ? <CancellationSummary order={order} /> : <PhoneInstructions />
  const keepButton = isHydrated ? (
    <Button variant="outline" className="grow" onClick={close}>
      Keep order
    </Button>
  ) : (
    <LinkButton variant="outline" className="grow" to={orderPath(order.id, page)}>
      Keep order
    </LinkButton>
  )
  const buttons = permission === 'yes' && (
    <CancelOrderForm order={order} isSending={isSending} keepButton={keepButton} />
  )
  return (
    <>
      <form
        method="get"
        action={orderPath(order.id, 1)}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {page > 1 && <input type="hidden" name="page" value={page} />}
        <input type="hidden" name="cancel" value={order.id} />
        <Button type="submit" variant="outline" size="small" aria-describedby={`order-${order.id}`}>
          Cancel Order
        </Button>
      </form>
      {isHydrated ? (
        <Dialog open={isOpen} onClose={close} title={title} footer={buttons} initialFocus="title">
          {content}
        </Dialog>
      ) : (
        isRequested && (
          <section className="notice notice-warning grid w-full gap-3">
            <h3>{title}</h3>
            {content}
            {buttons}
          </section>
        )
      )}
    </>
  )
}

function useIsCancelling(orderId: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('order_id') === orderId
}

function CancellationSummary({ order }: { order: OrderSummary }) {
  const itemCount = itemCountOf(order)
  return (
    <div className="grid gap-3">
      <p>
        <span>{`Order ${shortId(order.id)}: ${itemCount} ${itemCount === 1 ? 'item' : 'items'},`}</span>{' '}
        <strong>{formatPounds(order.total_amount)}</strong>.
      </p>
      <p>{messages.cancelOrderEffect}</p>
    </div>
  )
}

function PhoneInstructions() {
  const { phone } = useShopIdentity()
  return (
    <div className="grid gap-3">
      <p>{phoneToCancel(withNonBreakingSpaces(phone))}</p>
      <p>
        <a className="button" href={telephoneUrl(phone)}>
          {`Phone ${withNonBreakingSpaces(phone)}`}
        </a>
      </p>
      <p className="text-sm text-muted">{returnAfterDelivery}</p>
    </div>
  )
}

function CancelOrderForm({
  order,
  isSending,
  keepButton,
}: {
  order: OrderSummary
  isSending: boolean
  keepButton: ReactNode
}) {
  return (
    <Form method="post" className="flex flex-wrap gap-3">
      <FormUserIdInput />
      <input type="hidden" name="order_id" value={order.id} />
      {keepButton}
      <Button
        type="submit"
        variant="danger"
        className="grow"
        pending={isSending}
        pendingLabel="Cancelling..."
      >
        Yes, cancel this order
      </Button>
    </Form>
  )
}

const itemCountOf = ({ items }: OrderSummary) => items.reduce((sum, { quantity }) => sum + quantity, 0)
