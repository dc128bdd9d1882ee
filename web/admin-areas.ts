import { AdminDoorLayout, AdminLayout } from './admin/admin-layout.tsx'
import { AdminErrorPage } from './admin/error-page.tsx'
import type { Area } from './kernel/route-objects.tsx'
import { adminDoorRoutes, adminRoutes } from './admin-routes.ts'

export const adminDoorArea: Area = {
  id: 'admin-door',
  Layout: AdminDoorLayout,
  ErrorPage: AdminErrorPage,
  entries: adminDoorRoutes,
}
export const adminArea: Area = { id: 'admin', Layout: AdminLayout, ErrorPage: AdminErrorPage, entries: adminRoutes }
