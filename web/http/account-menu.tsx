import { lateModule } from '#web/ui/late-module.ts'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { useSession } from './browser-session.ts'

/** Most pages are shown to nobody in particular, and need no menu for somebody. */
const signedInMenu = lateModule(() => import('./signed-in-menu.tsx'))

/**
 * Login and Register, or the menu of whoever is signed in (§2). The server always renders the first:
 * public pages are the same for everybody, and the browser knows who is here.
 */
export function AccountMenu({ isInsideMenu = false }: { isInsideMenu?: boolean }) {
  const { user } = useSession()
  const menu = signedInMenu.useModule(user !== null)
  if (!user || !menu || menu === 'lost') return <SignInLinks />
  const label = user.first_name || 'Account'
  return isInsideMenu ? <menu.AccountList label={label} /> : <menu.AccountPopover label={label} />
}

function SignInLinks() {
  return (
    <ul className="nav-list">
      <li>
        <ShopLink to="/login" className="nav-link">
          Login
        </ShopLink>
      </li>
      <li>
        <ShopLink to="/register" className="nav-link">
          Register
        </ShopLink>
      </li>
    </ul>
  )
}
