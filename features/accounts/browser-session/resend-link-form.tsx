import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { newLinkSentMessage } from '#features/checkout/limits/limit-messages.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { FormUserIdInput } from '#kit/actions/page-user.tsx'
import { Button } from '#kit/form/button.tsx'

/** The user is signed in, so the message may reveal that the account exists. */
export const resendLinkMessage = (result: ActionResult | undefined, email: string) =>
  result?.kind === 'done' ? newLinkSentMessage(email) : result?.message

/** Shown on a page other than the link's, which stays open with its answer. */
export function ResendLinkForm({ email, label }: { email: string; label: string }) {
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
      <FormUserIdInput />
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
        {label}
      </Button>
    </fetcher.Form>
  )
}
