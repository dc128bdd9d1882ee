import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export const useIsSignedIn = () => useSession().user !== null

/** Shown if another tab signs in while the page is open. Replaces one line of the page, so that the form does not move. */
export function useAlreadySignedIn(to: string): ReactNode {
  const isSignedIn = useIsSignedIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (isSignedIn) void navigate(to, { replace: true })
  }, [isSignedIn, navigate, to])
  if (!isSignedIn) return null
  return (
    <>
      {messages.signedInAlready}{' '}
      <ShopLink to={to} replace className="link">
        Continue
      </ShopLink>
    </>
  )
}
