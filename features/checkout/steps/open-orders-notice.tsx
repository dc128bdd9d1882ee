import { ResendLinkForm } from '#features/accounts/browser-session/resend-link-form.tsx'

type OpenOrdersNoticeProps = { email: string; reason: string; offersVerification: boolean }

const OPEN_ORDERS_ID = 'open-orders'
export const OPEN_ORDERS_REASON_ID = 'open-orders-reason'
export const focusOpenOrdersNotice = () => document.getElementById(OPEN_ORDERS_ID)?.focus()

export function OpenOrdersNotice({ email, reason, offersVerification }: OpenOrdersNoticeProps) {
  return (
    <div
      id={OPEN_ORDERS_ID}
      tabIndex={-1}
      role="group"
      aria-labelledby={OPEN_ORDERS_REASON_ID}
      className="notice notice-warning"
    >
      <div id={OPEN_ORDERS_REASON_ID} role="status">
        <p className="notice-title">This order cannot be placed yet</p>
        <p className="mt-1">{reason}</p>
      </div>
      {offersVerification && <ResendLinkForm email={email} label="Send me a new link" />}
    </div>
  )
}
