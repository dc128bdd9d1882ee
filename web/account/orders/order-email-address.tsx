import { Form } from 'react-router'
import { accountMessages } from '#shop/accounts/account-messages.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'

export function OrderEmailAddress({ address, isVerified }: { address: string; isVerified: boolean }) {
  if (isVerified)
    return (
      <p className="order-mail-address wrap-anywhere text-sm text-muted">
        {accountMessages.orderMailsGoTo(address)}
      </p>
    )
  return (
    <section
      className="order-mail-address notice notice-warning grid justify-items-start gap-3"
      aria-label="Emails about your orders"
    >
      <p className="wrap-anywhere">
        <strong>{accountMessages.orderMailsGoTo(address)}</strong> {accountMessages.orderMailsWait}
      </p>
      <Form method="post" action="/verify-email">
        <FormUserIdInput />
        <input type="hidden" name="email" value={address} />
        <Button type="submit" name="intent" value="resend" size="small" variant="outline">
          {accountMessages.sendLinkAgain}
        </Button>
      </Form>
    </section>
  )
}
