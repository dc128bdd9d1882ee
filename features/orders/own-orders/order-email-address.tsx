import { accountMessages } from '#shop/messages/account-messages.ts'
import { ResendLinkForm } from '#features/accounts/browser-session/resend-link-form.tsx'

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
      <ResendLinkForm email={address} label={accountMessages.sendLinkAgain} />
    </section>
  )
}
