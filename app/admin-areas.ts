import { AdminSignInLayout, AdminLayout } from './admin-layout/admin-layout.tsx'
import { AdminErrorPage } from './admin-layout/admin-error-page.tsx'
import type { Area } from '#kit/routing/route-objects.tsx'
import { adminSignInRoutes, adminRoutes } from './admin-routes.ts'

export const adminSignInArea: Area = {
  id: 'admin-sign-in',
  Layout: AdminSignInLayout,
  ErrorPage: AdminErrorPage,
  entries: adminSignInRoutes,
}
export const adminArea: Area = {
  id: 'admin',
  Layout: AdminLayout,
  ErrorPage: AdminErrorPage,
  entries: adminRoutes,
}
