import { messages } from '#shop/messages/messages.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { useSite } from '#kit/contexts/site-context.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { adminHomePath } from '#kit/admin/screen/admin-home-path.ts'

export const head = adminHead(messages.pageNotFound)

export default function NotFoundPage() {
  const home = adminHomePath(useSite().adminRole)
  return (
    <EmptyState
      level="h1"
      title={messages.pageNotFound}
      action={
        <LinkButton to={home}>
          {home === '/admin/dashboard' ? 'To the dashboard' : 'To the orders'}
        </LinkButton>
      }
    >
      The back-office has no page at this address.
    </EmptyState>
  )
}
