import { useLayoutEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { toPageError } from '#kit/page-data/page-errors.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { NotFound } from './not-found-message.tsx'

export function ErrorPage() {
  const { pathname, search } = useLocation()
  const { phone, email } = useShopIdentity()
  const { status, message } = toPageError(useRouteError())
  const isOtherUsersPage = status === 409
  // It may replace a long page that was scrolled to its end.
  useLayoutEffect(() => {
    if (isOtherUsersPage) scrollTo(0, 0)
  }, [isOtherUsersPage])
  if (status === 404) return <NotFound />
  const done = completedActionMessage(search)
  return (
    <div className="page">
      {done && (
        <Notice tone="success" className="mt-8">
          {done}
        </Notice>
      )}
      <EmptyState
        level="h1"
        title={isOtherUsersPage ? messages.pageOpenedByAnotherUser : 'This page could not be shown'}
        action={
          <a href={pathname + search} className="button">
            {isOtherUsersPage ? 'Open it again' : 'Try again'}
          </a>
        }
      >
        <p>{message}</p>
        {!isOtherUsersPage && (
          <p className="mt-2">
            If it stays like this, ring <PhoneLink number={phone} /> or write to <EmailLink address={email} />
            .
          </p>
        )}
      </EmptyState>
    </div>
  )
}

/** These must be shown even if the page that shows them failed. */
const COMPLETED_ACTION_MESSAGES: Readonly<Record<string, string>> = {
  'order-placed': messages.orderPlaced,
  'order-already-placed': messages.orderPlaced,
  'order-cancelled': messages.orderIsCancelled,
}

function completedActionMessage(search: string): string | null {
  const code = new URLSearchParams(search).get('notice')
  return (code && Object.hasOwn(COMPLETED_ACTION_MESSAGES, code) && COMPLETED_ACTION_MESSAGES[code]) || null
}
