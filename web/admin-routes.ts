import type { RouteDefinition } from './client/routing/route-definition.ts'

export const adminSignInRoutes = [
  {
    id: 'admin-login',
    path: '/admin',
    access: 'public',
    loader: true,
    action: true,
    pageModule: () => import('./admin/sign-in/admin-login-page.tsx'),
  },
] as const satisfies readonly RouteDefinition[]

export const adminRoutes = [
  {
    id: 'admin-dashboard',
    path: '/admin/dashboard',
    access: 'admin',
    loader: true,
    action: true,
    pageModule: () => import('./admin/dashboard/dashboard-page.tsx'),
  },
  {
    id: 'admin-products',
    path: '/admin/products',
    access: 'admin',
    loader: true,
    action: true,
    uploads: true,
    pageModule: () => import('./admin/products/products-page.tsx'),
  },
  {
    id: 'admin-categories',
    path: '/admin/categories',
    access: 'admin',
    loader: true,
    action: true,
    uploads: true,
    pageModule: () => import('./admin/categories/categories-page.tsx'),
  },
  {
    id: 'admin-search',
    path: '/admin/search',
    access: 'admin',
    loader: true,
    action: true,
    pageModule: () => import('./admin/search-words/search-words-page.tsx'),
  },
  {
    id: 'admin-orders',
    path: '/admin/orders',
    access: 'admin',
    loader: true,
    action: true,
    pageModule: () => import('./admin/orders/orders-page.tsx'),
  },
  {
    id: 'admin-slips',
    path: '/admin/orders/slips',
    access: 'admin',
    loader: true,
    pageModule: () => import('./admin/packing-slips/packing-slips-page.tsx'),
  },
  {
    id: 'admin-order',
    path: '/admin/orders/:id',
    access: 'admin',
    loader: true,
    action: true,
    pageModule: () => import('./admin/order/order-page.tsx'),
  },
  {
    id: 'admin-account',
    path: '/admin/account',
    access: 'admin',
    loader: true,
    action: true,
    pageModule: () => import('./admin/account/admin-account-page.tsx'),
  },
  {
    id: 'admin-audit',
    path: '/admin/audit',
    access: 'admin',
    loader: true,
    pageModule: () => import('./admin/audit-log/audit-log-page.tsx'),
  },
  {
    id: 'admin-not-found',
    path: '/admin/*',
    access: 'admin',
    loader: true,
    pageModule: () => import('./admin/layout/admin-not-found-page.tsx'),
  },
] as const satisfies readonly RouteDefinition[]
