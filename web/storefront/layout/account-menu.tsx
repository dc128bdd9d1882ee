import { useLocation } from 'react-router'
import { lazyModule } from '#web/client/hydration/lazy-module.ts'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { useSession } from '#web/session/browser-session.ts'

/** Most pages are shown to nobody in particular, and need no menu for somebody. */
const lazySignedInMenu = lazyModule(() => import('./signed-in-menu.tsx'))

/**
 * Login and Register, or the menu of whoever is signed in. The server always renders the first:
 * public pages are the same for everybody, and the browser knows who is here.
 */
export function AccountMenu({ isInsideMenu = false }: { isInsideMenu?: boolean }) {
  const { user } = useSession()
  const menu = lazySignedInMenu.useModule(user !== null)
  if (!user || !menu || menu === 'failed') return <SignInLinks />
  const label = user.first_name || 'Account'
  return isInsideMenu ? <menu.AccountList label={label} /> : <menu.AccountPopover label={label} />
}

/** Pages that the server shows to nobody but a customer who is signed in. */
const PRIVATE_PATH = /^\/(profile|checkout)/

function SignInLinks() {
  const isSignedIn = PRIVATE_PATH.test(useLocation().pathname)
  const link = (to: string, label: string, className?: string) => (
    <li className={className}>
      <ShopLink to={to} className="nav-link">
        {label}
      </ShopLink>
    </li>
  )
  const signIn = isSignedIn ? 'needs-script' : undefined
  return (
    <ul className="nav-list">
      {link('/login', 'Login', signIn)}
      {link('/register', 'Register', signIn)}
      {/* A page that is kept for everybody cannot say who asks: without scripts these lead on from it, by way of the sign-in if need be. */}
      {link('/profile', 'Account', 'only-without-script')}
      {link('/profile/orders', 'Orders', 'only-without-script')}
    </ul>
  )
}
