import { messages } from '#shop/messages/messages.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

export function EmptyShopMessage() {
  return (
    <EmptyState title={messages.shopIsEmpty} action={<LinkButton to="/contact">Get in touch</LinkButton>}>
      <p>{messages.shopIsEmptyHint}</p>
    </EmptyState>
  )
}
