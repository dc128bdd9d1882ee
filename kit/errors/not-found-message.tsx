import { messages } from '#shop/messages/messages.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'

export function NotFound() {
  return (
    <div className="page">
      <EmptyState
        level="h1"
        title={messages.pageNotFound}
        action={<LinkButton to="/products">Go to the shop</LinkButton>}
      >
        <p>
          You took a turning that is not on our map. If you typed the address, check it; if a link led here,
          it is an old one.
        </p>
      </EmptyState>
    </div>
  )
}
