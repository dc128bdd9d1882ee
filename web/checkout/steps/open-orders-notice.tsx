import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { newLinkOnItsWay } from '#shop/checkout/limits/limit-messages.ts'
import type { VerifyEmailDone } from '#web/account/registration/verify-email-page.server.ts'
import type { FormFailure } from '#web/forms/form-failure.ts'
import { Button } from '#web/ui/form/button.tsx'

type OpenOrdersNoticeProps = { email: string; sentence: string; isVerified: boolean }

export const OPEN_ORDERS = 'open-orders'
/** Of the button that would place the order: why it does not. */
export const OPEN_ORDERS_REASON = 'open-orders-reason'
export const focusOpenOrders = () => document.getElementById(OPEN_ORDERS)?.focus()

/** Says before anything is sent that this order is more than the customer may have open unpaid, and what to do about it. */
export function OpenOrdersNotice({ email, sentence, isVerified }: OpenOrdersNoticeProps) {
  return (
    <div id={OPEN_ORDERS} tabIndex={-1} role="group" aria-labelledby={OPEN_ORDERS_REASON} className="notice notice-warning">
      <div id={OPEN_ORDERS_REASON} role="status">
        <p className="notice-title">This order cannot be placed yet</p>
        <p className="mt-1">{sentence}</p>
      </div>
      {!isVerified && <SendLinkAgain email={email} />}
    </div>
  )
}

type Answer = Partial<VerifyEmailDone & FormFailure>

/** Whoever is signed in knows that the account is there, so the answer need not hide it. */
export const saidOfLink = (answer: Answer | undefined, email: string) => (answer?.done ? newLinkOnItsWay(email) : answer?.message)

function SendLinkAgain({ email }: { email: string }) {
  const fetcher = useFetcher<Answer>()
  const { revalidate } = useRevalidator()
  // The link opens in another tab: whoever comes back from it goes on here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
  const isSending = fetcher.state !== 'idle'
  const isSent = fetcher.data?.done !== undefined
  return (
    <fetcher.Form method="post" action="/verify-email" className="mt-2">
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="intent" value="resend" />
      <p role="status" className="wrap-anywhere">
        {saidOfLink(fetcher.data, email)}
      </p>
      {/* Stays when it has done its work, and keeps the focus. */}
      <Button type="submit" variant="outline" size="small" className="mt-1" pending={isSending || isSent} pendingLabel={isSending && 'Sending...'}>
        Send me a new link
      </Button>
    </fetcher.Form>
  )
}
