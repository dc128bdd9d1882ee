import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { newLinkSentMessage } from '#shop/checkout/limits/limit-messages.ts'
import type { ActionResult } from '#web/forms/action-result.ts'
import { Button } from '#web/ui/form/button.tsx'

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
      {offersVerification && <ResendLinkForm email={email} />}
    </div>
  )
}

/** The user is signed in, so the message may reveal that the account exists. */
export const resendLinkMessage = (result: ActionResult | undefined, email: string) =>
  result?.kind === 'done' ? newLinkSentMessage(email) : result?.message

function ResendLinkForm({ email }: { email: string }) {
  const fetcher = useFetcher<ActionResult>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const revalidateIfVisible = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', revalidateIfVisible)
    return () => document.removeEventListener('visibilitychange', revalidateIfVisible)
  }, [revalidate])
  const isSending = fetcher.state !== 'idle'
  const isSent = fetcher.data?.kind === 'done'
  return (
    <fetcher.Form method="post" action="/verify-email" className="mt-2">
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="intent" value="resend" />
      <p role="status" className="wrap-anywhere">
        {resendLinkMessage(fetcher.data, email)}
      </p>
      {/* Stays after sending, so that it keeps the focus. */}
      <Button
        type="submit"
        variant="outline"
        size="small"
        className="mt-1"
        pending={isSending || isSent}
        pendingLabel={isSending && 'Sending...'}
      >
        Send me a new link
      </Button>
    </fetcher.Form>
  )
}
