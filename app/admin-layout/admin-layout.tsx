import { Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import type { Permission } from '#shop/permissions.ts'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { useAdminSessionMarker } from '#features/accounts/sign-in/admin/use-admin-session-marker.tsx'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { LiveRegion } from '#kit/feedback/live-region.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { VisuallyHidden } from '#kit/display/visually-hidden.tsx'
import storedThemeScript from './apply-stored-theme.js?url&no-inline'
import {
  CategoriesIcon,
  CustomersIcon,
  DashboardIcon,
  FiguresIcon,
  OrdersIcon,
  PersonIcon,
  ProductsIcon,
  AuditLogIcon,
  SearchWordsIcon,
  SettingsIcon,
} from '#kit/admin/screen/admin-icons.tsx'
import { LogoutButton } from './logout-button.tsx'
import { ThemeToggle } from '#kit/admin/screen/theme-toggle.tsx'
import { UnsavedChangesQuestion } from '#kit/admin/screen/unsaved-changes.tsx'

type MenuEntry = {
  to: string
  label: string
  permission: Permission
  Icon: typeof DashboardIcon
  /** Other screens that belong to this entry. */
  otherPaths?: readonly string[]
}

/** First the entries of the specification in its order, then the others. */
const MENU_GROUPS: readonly (readonly MenuEntry[])[] = [
  [
    { to: '/admin/dashboard', label: 'Dashboard', permission: 'dashboard.read', Icon: DashboardIcon },
    {
      to: '/admin/products',
      label: 'Products',
      permission: 'catalogue.read-all',
      Icon: ProductsIcon,
      otherPaths: ['/admin/stock', '/admin/recalls'],
    },
    { to: '/admin/categories', label: 'Categories', permission: 'catalogue.read-all', Icon: CategoriesIcon },
    { to: '/admin/orders', label: 'Orders', permission: 'orders.read-all', Icon: OrdersIcon },
  ],
  [
    { to: '/admin/customers', label: 'Customers', permission: 'customers.read', Icon: CustomersIcon },
    { to: '/admin/search', label: 'Search', permission: 'search-words.read', Icon: SearchWordsIcon },
    { to: '/admin/figures', label: 'Figures', permission: 'figures.read', Icon: FiguresIcon },
    { to: '/admin/audit', label: 'Record', permission: 'audit.read', Icon: AuditLogIcon },
    { to: '/admin/settings', label: 'Settings', permission: 'settings.read', Icon: SettingsIcon },
  ],
]

const isWithin = (pathname: string, path: string) => `${pathname}/`.startsWith(`${path}/`)

export function AdminLayout() {
  const isBusy = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  const { user } = useSession()
  const mayOpen = useHasPermission()
  const menu = MENU_GROUPS.map((entries) => entries.filter(({ permission }) => mayOpen(permission))).filter(
    (entries) => entries.length > 0,
  )
  useAdminSessionMarker()
  return (
    <div className="shell">
      <script src={storedThemeScript} />
      <a href="#main" className="skip-link">
        Skip to the main content
      </a>
      <header className="bar" data-busy={isBusy || undefined}>
        <ShopLink to={menu.flat()[0]?.to ?? '/admin/account'} className="bar-brand">
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
        <ThemeToggle />
        <LogoutButton />
      </header>
      <nav aria-label="Back-office" className="menu">
        {menu.map((entries, group) => (
          <ul key={group}>
            {entries.map(({ to, label, Icon, otherPaths = [] }) => (
              <li key={to}>
                <Link
                  to={to}
                  viewTransition
                  aria-current={
                    [to, ...otherPaths].some((path) => isWithin(pathname, path)) ? 'page' : undefined
                  }
                >
                  <Icon /> <span>{label}</span>
                </Link>
              </li>
            ))}
            {/* On phones, where the bar has no space for it. */}
            {group === menu.length - 1 && (
              <li className="menu-extra">
                <a href="/">View shop</a>
              </li>
            )}
          </ul>
        ))}
      </nav>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <UnsavedChangesQuestion />
      <LiveRegion />
    </div>
  )
}

export function AdminSignInLayout() {
  return (
    <main className="door">
      <script src={storedThemeScript} />
      <Wordmark />
      <Outlet />
      <LiveRegion />
    </main>
  )
}
