import { messages } from '#shop/messages/messages.ts'
import { adminHead } from '#web/admin/layout/admin-head.ts'
import { useSite } from '#web/client/contexts/site-context.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { adminHomePath } from './admin-home-path.ts'

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
