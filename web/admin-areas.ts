import { AdminDoorLayout, AdminLayout } from './admin/layout/admin-layout.tsx'
import { AdminErrorPage } from './admin/layout/admin-error-page.tsx'
import type { Area } from './client/routing/route-objects.tsx'
import { adminDoorRoutes, adminRoutes } from './admin-routes.ts'

export const adminDoorArea: Area = {
  id: 'admin-door',
  Layout: AdminDoorLayout,
  ErrorPage: AdminErrorPage,
  entries: adminDoorRoutes,
}
export const adminArea: Area = { id: 'admin', Layout: AdminLayout, ErrorPage: AdminErrorPage, entries: adminRoutes }
