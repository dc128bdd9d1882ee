import { useLayoutEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

export function AdminErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const isOtherUser = isRouteErrorResponse(error) && error.status === 409
  // It can replace a long form that was scrolled down.
  useLayoutEffect(() => {
    if (isOtherUser) scrollTo(0, 0)
  }, [isOtherUser])
  const message =
    isRouteErrorResponse(error) && error.statusText ? error.statusText : messages.somethingWentWrong
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
