import { roleHasPermission, type Permission } from '#shop/permissions.ts'
import { useAdminRole } from '#web/client/contexts/admin-role-context.tsx'

/** Whether the administrator sees a control; the server checks every request. */
export function useHasPermission(): (permission: Permission) => boolean {
  const role = useAdminRole()
  return (permission) => role !== null && roleHasPermission(role, permission)
}
