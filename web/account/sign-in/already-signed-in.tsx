import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useSession } from '#web/session/browser-session.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { AccountPageLayout } from '#web/account/layout/account-page-layout.tsx'

export const useIsSignedIn = () => useSession().user !== null

/**
 * Replaces a sign-in form and continues to its return path. Public pages are cached for all visitors, so only the
 * browser can decide; if the session has expired, the response clears the cookie and the form is shown.
 */
export function AlreadySignedIn({ title, to }: { title: string; to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return (
    <AccountPageLayout title={title} intro={messages.signedInAlready}>
      <LinkButton to={to} replace>
        Continue
      </LinkButton>
    </AccountPageLayout>
  )
}
