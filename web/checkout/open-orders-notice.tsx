import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { cartTotal } from '#shop/cart/cart.ts'
import { overAllowance, type OrderAllowance } from '#shop/checkout/limit-sentences.ts'
import type { VerifyEmailDone } from '#web/account/verify-email-page.server.ts'
import { useCart } from '#web/cart/use-cart.ts'
import type { FormFailure } from '#web/http/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type OpenOrdersNoticeProps = { email: string; allowance: OrderAllowance }

/** Says before anything is sent that this order is more than the customer may have open unpaid, and what to do about it. */
export function OpenOrdersNotice({ email, allowance }: OpenOrdersNoticeProps) {
  const { lines } = useCart()
  const sentence = overAllowance(allowance, cartTotal(lines))
  if (!sentence) return null
  return (
    <Notice tone="warning" title="This order cannot be placed yet">
      <p className="mt-1">{sentence}</p>
      {!allowance.is_verified && <SendLinkAgain email={email} />}
    </Notice>
  )
}

function SendLinkAgain({ email }: { email: string }) {
  const fetcher = useFetcher<Partial<VerifyEmailDone & FormFailure>>()
  const { revalidate } = useRevalidator()
  // The link opens in another tab: whoever comes back from it goes on here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
  const answer = fetcher.data?.done ?? fetcher.data?.message
  return (
    <fetcher.Form method="post" action="/verify-email" className="mt-2">
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="intent" value="resend" />
      <p role="status">{answer}</p>
      {!fetcher.data?.done && (
        <Button type="submit" variant="outline" size="small" className="mt-1" pending={fetcher.state !== 'idle'} pendingLabel="Sending...">
          Send me a new link
        </Button>
      )}
    </fetcher.Form>
  )
}
