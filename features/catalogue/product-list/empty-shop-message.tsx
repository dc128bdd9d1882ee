import { messages } from '#shop/messages/messages.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'

export function EmptyShopMessage() {
  return (
    <EmptyState title={messages.shopIsEmpty} action={<LinkButton to="/contact">Get in touch</LinkButton>}>
      <p>{messages.shopIsEmptyHint}</p>
    </EmptyState>
  )
}
