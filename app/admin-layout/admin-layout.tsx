import { Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import type { MenuEntry, RouteDefinition } from '#kit/routing/route-definition.ts'
import { adminRoutes } from '#app/admin-routes.ts'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { useAdminSessionMarker } from '#features/accounts/sign-in/admin/use-admin-session-marker.tsx'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { LiveRegion } from '#kit/feedback/live-region.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { VisuallyHidden } from '#kit/display/visually-hidden.tsx'
import storedThemeScript from './apply-stored-theme.js?url&no-inline'
import { MENU_ICONS, PersonIcon } from '#kit/admin/screen/admin-icons.tsx'
import { LogoutButton } from './logout-button.tsx'
import { ThemeToggle } from '#kit/admin/screen/theme-toggle.tsx'
import { UnsavedChangesQuestion } from '#kit/admin/screen/unsaved-changes.tsx'

const MENU_GROUPS = [1, 2].map((group) =>
  (adminRoutes as readonly RouteDefinition[]).filter(({ menu }) => menu?.group === group),
)

function MenuLink({ to, label, icon, otherPaths }: MenuEntry & { to: string }) {
  const { pathname } = useLocation()
  const Icon = MENU_ICONS[icon]
  const isCurrent = [to, ...(otherPaths ?? [])].some((path) => isWithin(pathname, path))
  return (
    <li>
      <Link to={to} viewTransition aria-current={isCurrent ? 'page' : undefined}>
        <Icon /> <span>{label}</span>
      </Link>
    </li>
  )
}

const isWithin = (pathname: string, path: string) => `${pathname}/`.startsWith(`${path}/`)

export function AdminLayout() {
  const isBusy = useNavigation().state !== 'idle'
  const { user } = useSession()
  const mayOpen = useHasPermission()
  const menu = MENU_GROUPS.map((routes) =>
    routes.filter(({ permission }) => permission && mayOpen(permission)),
  ).filter((routes) => routes.length > 0)
  useAdminSessionMarker()
  return (
    <div className="shell">
      <script src={storedThemeScript} />
      <a href="#main" className="skip-link">
        Skip to the main content
      </a>
      <header className="bar" data-busy={isBusy || undefined}>
        <ShopLink to={menu.flat()[0]?.path ?? '/admin/account'} className="bar-brand">
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
        {menu.map((routes, group) => (
          <ul key={group}>
            {routes.map(({ path, menu: entry }) => (
              <MenuLink key={path} to={path} {...entry!} />
            ))}
            {/* On phones, where the bar has no space for it. */}
            {group === menu.length - 1 && (
              <li className="sm:hidden">
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
