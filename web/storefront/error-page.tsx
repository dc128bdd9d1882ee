import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { messages } from '#shop/messages.ts'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NotFound } from './not-found.tsx'

/** Stands in for a screen that failed, inside the header and footer. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { phone, email } = useIdentity()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <div className="page">
      <EmptyState
        level="h1"
        title="This page could not be shown"
        action={
          <a href={pathname + search} className="button">
            Try again
          </a>
        }
      >
        <p>{isRouteErrorResponse(error) && error.statusText ? error.statusText : messages.somethingWentWrong}</p>
        <p className="mt-2">
          If it stays like this, ring {phone} or write to <a href={`mailto:${email}`} className="link">{email}</a>.
        </p>
      </EmptyState>
    </div>
  )
}
