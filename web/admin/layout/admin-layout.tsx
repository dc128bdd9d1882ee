import { NavLink, Outlet, useNavigation } from 'react-router'
import { Wordmark } from '#web/brand/wordmark.tsx'
import { useAdminMarker } from '#web/session/admin-session-marker.ts'
import { useSession } from '#web/session/browser-session.ts'
import { LiveRegion } from '#web/ui/feedback/live-region.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import beforePaint from './apply-stored-theme.js?url&no-inline'
import { CategoriesIcon, DashboardIcon, OrdersIcon, PersonIcon, ProductsIcon, RecordIcon } from './admin-icons.tsx'
import { Logout } from './logout-button.tsx'
import { ThemeSwitch } from './theme-toggle.tsx'

/** The side menu of §2. */
const MENU = [
  { to: '/admin/dashboard', label: 'Dashboard', Icon: DashboardIcon },
  { to: '/admin/products', label: 'Products', Icon: ProductsIcon },
  { to: '/admin/categories', label: 'Categories', Icon: CategoriesIcon },
  { to: '/admin/orders', label: 'Orders', Icon: OrdersIcon },
  { to: '/admin/audit', label: 'Record', Icon: RecordIcon },
]

export function AdminLayout() {
  const isBusy = useNavigation().state !== 'idle'
  const { user } = useSession()
  useAdminMarker()
  return (
    <div className="shell">
      <script src={beforePaint} />
      <a href="#main" className="skip-link">
        Skip to the main content
      </a>
      <header className="bar" data-busy={isBusy || undefined}>
        <ShopLink to="/admin/dashboard" className="bar-brand">
          <Wordmark />
          <span className="bar-place">Back-office</span>
        </ShopLink>
        <NavLink to="/admin/account" className="bar-link account-link">
          <PersonIcon />
          <VisuallyHidden>Your account</VisuallyHidden>
          {user && <span className="bar-who">{user.email}</span>}
        </NavLink>
        <a href="/" className="bar-link bar-link-extra">
          View shop
        </a>
        <ThemeSwitch />
        <Logout />
      </header>
      <nav aria-label="Back-office" className="menu">
        <ul>
          {MENU.map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink to={to} viewTransition>
                <Icon /> {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <LiveRegion />
    </div>
  )
}

/** The sign-in stands alone: no menu before somebody is in. */
export function AdminDoorLayout() {
  return (
    <main className="door">
      <script src={beforePaint} />
      <Wordmark />
      <Outlet />
      <LiveRegion />
    </main>
  )
}
