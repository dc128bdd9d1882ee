import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useSession } from '#web/session/browser-session.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { AccountPageLayout } from '#web/account/layout/account-page-layout.tsx'

export const useIsSignedIn = () => useSession().user !== null

/** Rendered by the browser, because public pages are cached for all visitors. */
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
