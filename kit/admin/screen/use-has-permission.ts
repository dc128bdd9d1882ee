import { roleHasPermission, type Permission } from '#shop/permissions.ts'
import { useSite } from '#kit/contexts/site-context.tsx'

/** Whether the administrator sees a control; the server checks every request. */
export function useHasPermission(): (permission: Permission) => boolean {
  const { adminRole: role } = useSite()
  return (permission) => role !== null && roleHasPermission(role, permission)
}
