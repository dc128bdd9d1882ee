import { useLayoutEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { toPageError } from '#kit/page-data/page-errors.ts'
import { useSite } from '#kit/contexts/site-context.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { adminHomePath } from '#kit/admin/screen/admin-home-path.ts'
import { Notice } from '#kit/feedback/notice.tsx'

export function AdminErrorPage() {
  const { status, message } = toPageError(useRouteError())
  const { pathname, search } = useLocation()
  const isOtherUser = status === 409
  // It may replace a long form that was scrolled down.
  useLayoutEffect(() => {
    if (isOtherUser) scrollTo(0, 0)
  }, [isOtherUser])
  if (status === 403) return <MayNotOpen message={message} />
  return (
    <>
      <h1>{isOtherUser ? messages.pageOpenedByAnotherUser : 'This page could not be shown'}</h1>
      <Notice tone="error" className="mb-4 mt-3 max-w-xl">
        {message}
      </Notice>
      <a href={pathname + search} className="button">
        {isOtherUser ? 'Open it again' : 'Try again'}
      </a>
    </>
  )
}

function MayNotOpen({ message }: { message: string }) {
  const { adminRole: role } = useSite()
  return (
    <EmptyState
      level="h1"
      title={messages.mayNotOpenTitle}
      action={<LinkButton to={adminHomePath(role)}>{messages.backToOwnPage}</LinkButton>}
    >
      {message}
    </EmptyState>
  )
}
