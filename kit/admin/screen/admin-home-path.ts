import type { AdministratorRole } from '#shop/administrator-role.ts'
import { roleHasPermission } from '#shop/permissions.ts'

/** The first page after signing in. */
export const adminHomePath = (role: AdministratorRole | null): string =>
  role && !roleHasPermission(role, 'dashboard.read') ? '/admin/orders' : '/admin/dashboard'
