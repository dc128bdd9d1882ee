import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useSession } from '#web/session/browser-session.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { AccountPageLayout } from '#web/account/layout/account-page-layout.tsx'

export const useIsSignedIn = () => useSession().user !== null

/**
 * In the place of a form that signs in: goes on to where it would have led. Public pages are the same for everybody, so
 * it is the browser that tells; without scripts the form stays, and sending it signs in anew. Where the session has
 * ended on the server meanwhile, that takes the browser's cookie away with its answer, and the form is shown after all.
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
