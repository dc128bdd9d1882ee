import type { RouteEntry } from './kernel/route-entry.ts'

/** The sign-in of the back-office stands alone: no menu before somebody is in. */
export const adminDoorRoutes = [
  { id: 'admin-login', path: '/admin', access: 'public', loader: true, action: true, screen: () => import('./admin/admin-login-page.tsx') },
] as const satisfies readonly RouteEntry[]

/** Every back-office URL of §2. */
export const adminRoutes = [
  { id: 'admin-dashboard', path: '/admin/dashboard', access: 'admin', loader: true, action: true, screen: () => import('./admin/dashboard-page.tsx') },
  { id: 'admin-products', path: '/admin/products', access: 'admin', loader: true, action: true, uploads: true, screen: () => import('./admin/products-page.tsx') },
  { id: 'admin-categories', path: '/admin/categories', access: 'admin', loader: true, action: true, uploads: true, screen: () => import('./admin/categories-page.tsx') },
  { id: 'admin-orders', path: '/admin/orders', access: 'admin', loader: true, action: true, screen: () => import('./admin/orders-page.tsx') },
  { id: 'admin-slips', path: '/admin/orders/slips', access: 'admin', loader: true, screen: () => import('./admin/slips-page.tsx') },
  { id: 'admin-order', path: '/admin/orders/:id', access: 'admin', loader: true, action: true, screen: () => import('./admin/order-page.tsx') },
  { id: 'admin-account', path: '/admin/account', access: 'admin', loader: true, action: true, screen: () => import('./admin/account-page.tsx') },
  { id: 'admin-audit', path: '/admin/audit', access: 'admin', loader: true, screen: () => import('./admin/audit-page.tsx') },
  { id: 'admin-not-found', path: '/admin/*', access: 'admin', loader: true, screen: () => import('./admin/not-found-page.tsx') },
] as const satisfies readonly RouteEntry[]
