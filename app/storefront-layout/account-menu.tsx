import { useLocation } from 'react-router'
import { lazyModule } from '#kit/hydration/lazy-module.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'

const lazySignedInMenu = lazyModule(() => import('./signed-in-menu.tsx'))

/** Public pages are cached for all visitors; only the browser knows the session. */
export function AccountMenu({ isInsideMenu = false }: { isInsideMenu?: boolean }) {
  const { user } = useSession()
  const menu = lazySignedInMenu.useModule(user !== null)
  if (!user || !menu || menu === 'failed') return <SignInLinks />
  const label = user.first_name || 'Account'
  return isInsideMenu ? <menu.AccountList label={label} /> : <menu.AccountPopover label={label} />
}

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
      {/* Without JavaScript, these links lead to the account through sign-in. */}
      {link('/profile', 'Account', 'only-without-script')}
      {link('/profile/orders', 'Orders', 'only-without-script')}
    </ul>
  )
}
